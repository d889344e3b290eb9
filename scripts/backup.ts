/** Writes everything that is stored into one file, from which `restore` makes either kind of store. */

import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeBackup } from '#adapters/postgres/write-backup';
import { endWith, openOperatorStore } from './operator-store.ts';

/** Keys in it are encrypted, memories and messages are not: nobody else on the machine may read it. */
const OWNER_ONLY = 0o600;

const [given, ...others] = process.argv.slice(2);
if (others.length > 0 || given?.startsWith('-')) endWith('Usage: backup [file]');
const file = given ?? `tomori-${new Date().toISOString().replace(/[:.]/g, '-')}.jsonl.gz`;
if (existsSync(file)) endWith(`${file} is there already: name another file.`);
const unfinished = `${file}.${process.pid}.part`;
const store = await openOperatorStore();

async function backUp(): Promise<number> {
	const zipped = createGzip();
	const ended = finished(zipped.pipe(createWriteStream(unfinished, { flags: 'wx', mode: OWNER_ONLY })));
	// Whoever waits for it below hears of a failure; until then it is nobody's unhandled rejection.
	ended.catch(() => zipped.destroy());
	const rows = await writeBackup(store.db, async (line) => {
		if (!zipped.write(`${line}\n`)) await Promise.race([once(zipped, 'drain'), ended]);
	});
	zipped.end();
	await ended;
	renameSync(unfinished, file);
	return rows;
}

let problem: string | null = null;
try {
	const rows = await backUp();
	console.log(`${rows} rows of the ${store.kind} store are in ${file}.`);
	console.log('Keys in it stay encrypted: keep CRYPTO_SECRET, or the file crypto-secret in DATA_DIR, elsewhere.');
} catch (error) {
	rmSync(unfinished, { force: true });
	problem = `The backup failed: ${error instanceof Error ? error.message : 'unknown error'}`;
}
await store.close();
if (problem !== null) endWith(problem);
process.exit(0);
