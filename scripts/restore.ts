/** Puts a backup into the store that the variables name, all of it or nothing. */
import { existsSync } from 'node:fs';
import { hasCryptoSecret } from '#adapters/crypto/crypto-secret-file';
import { openSecretBox } from '#adapters/crypto/open-secret-box';
import { isUsedByOthers } from '#adapters/postgres/other-processes';
import { restoreBackup } from '#adapters/postgres/restore-backup';
import { inspectCredentials } from '#adapters/postgres/rotate-credentials';
import { SEALED_COLUMNS } from '#adapters/postgres/sealed-columns';
import { systemClock } from '#adapters/system/system-clock';
import { endWith, openOperatorStore, secretsByVersion, variable } from './operator-store.ts';
import { unzippedLines } from './unzipped-lines.ts';

const REPLACE = '--replace';

const words = process.argv.slice(2);
const replaces = words.includes(REPLACE);
const [file, ...others] = words.filter((word) => word !== REPLACE);
if (file === undefined || others.length > 0 || file.startsWith('-')) endWith(`Usage: restore file [${REPLACE}]`);
if (!existsSync(file)) endWith(`There is no file ${file}.`);

const store = await openOperatorStore();

/** A bot that goes on beside it would write of rows that are gone; on the embedded store the folder's lock keeps it out. */
async function isUsed(): Promise<boolean> {
	return store.kind === 'postgres' && (await isUsedByOthers(store.db, systemClock));
}

/** How the stored keys get on with the secrets that are here; null where nothing is encrypted. No secret is created. */
async function keysSentence(): Promise<string | null> {
	const sealed = (await Promise.all(SEALED_COLUMNS.map(({ read }) => read(store.db)))).flat();
	if (sealed.length === 0) return null;
	const versions = [...new Set(sealed.map((each) => each.sealed.keyVersion))].sort((a, b) => a - b).join(', ');
	const folder = store.kind === 'embedded' ? (variable('DATA_DIR') ?? './data') : null;
	const dataDir = folder !== null && hasCryptoSecret(folder) ? folder : null;
	const box = openSecretBox({ secrets: secretsByVersion(), currentVersion: null, dataDir });
	const unreadable = box.ok ? (await inspectCredentials(store.db, box.value)).unreadableVersions.length : sealed.length;
	const which = `CRYPTO_SECRET of version ${versions}`;
	if (unreadable === 0) return `All ${sealed.length} keys in it open with ${which}, which is the same here.`;
	return `${unreadable} of ${sealed.length} keys do not open with the secrets here: set ${which} as it was there, or copy its crypto-secret.`;
}

async function restore(path: string): Promise<string | null> {
	if (await isUsed()) return 'A bot uses this database: stop it first.';
	const restored = await restoreBackup(store.db, unzippedLines(path), { replaces });
	if (!restored.ok) return restored.error;
	console.log(`${restored.value} rows are in the ${store.kind} store now.`);
	const keys = await keysSentence();
	if (keys !== null) console.log(keys);
	return null;
}

let problem: string | null;
try {
	problem = await restore(file);
} catch {
	problem = 'This backup cannot be read, or the database was lost: nothing was changed.';
}
await store.close();
if (problem !== null) endWith(problem);
process.exit(0);
