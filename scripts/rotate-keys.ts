/** Encrypts all stored keys, webhook tokens and messages on their way with the current `CRYPTO_SECRET_V<n>`, and tells which versions are still needed. */
import { openSecretBox } from '#adapters/crypto/open-secret-box';
import { openDatabase } from '#adapters/postgres/connect';
import { rotateCredentials } from '#adapters/postgres/rotate-credentials';
import type { Log, LogFields } from '#ports/log';
import { endWith, secretsByVersion, variable } from './operator-store.ts';

function line(fields: LogFields, message: string): void {
	console.log(message, JSON.stringify(fields));
}

const log: Log = { debug: line, info: line, warn: line, error: line };

const databaseUrl = variable('DATABASE_URL');
const dataDir = variable('DATA_DIR') ?? './data';
const opened = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir }, log);
if (!opened.ok) endWith(opened.error.sentence);
const current = variable('CRYPTO_SECRET_CURRENT');
const box = openSecretBox({
	secrets: secretsByVersion(),
	currentVersion: current === null ? null : Number(current),
	dataDir: databaseUrl ? null : dataDir,
});
if (!box.ok) endWith(box.error);
const report = await rotateCredentials(opened.value.db, box.value);
await opened.value.close();
console.log(
	`Version ${box.value.currentVersion} is current: ${report.rotated} secrets encrypted anew, ${report.current} were already.`,
);
if (report.unreadableVersions.length > 0) {
	const versions = [...new Set(report.unreadableVersions)].sort((a, b) => a - b).join(', ');
	endWith(`${report.unreadableVersions.length} secrets cannot be decrypted; they are under version ${versions}.`);
}
process.exit(0);
