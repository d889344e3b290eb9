/** Puts a backup into the store that the variables name, all of it or nothing. */
import { existsSync } from 'node:fs';
import { isUsedByOthers } from '#adapters/postgres/other-processes';
import { restoreBackup } from '#adapters/postgres/restore-backup';
import { SEALED_COLUMNS } from '#adapters/postgres/sealed-columns';
import { systemClock } from '#adapters/system/system-clock';
import { endWith, openOperatorStore } from './operator-store.ts';
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

async function secretVersions(): Promise<string> {
	const secrets = (await Promise.all(SEALED_COLUMNS.map(({ read }) => read(store.db)))).flat();
	const versions = new Set(secrets.map(({ sealed }) => sealed.keyVersion));
	return [...versions].sort((a, b) => a - b).join(', ');
}

async function restore(path: string): Promise<string | null> {
	if (await isUsed()) return 'A bot uses this database: stop it first.';
	const restored = await restoreBackup(store.db, unzippedLines(path), { replaces });
	if (!restored.ok) return restored.error;
	console.log(`${restored.value} rows are in the ${store.kind} store now.`);
	const versions = await secretVersions();
	if (versions !== '') {
		console.log(
			`Keys are encrypted with CRYPTO_SECRET of version ${versions}: set the same, or copy its crypto-secret.`,
		);
	}
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
