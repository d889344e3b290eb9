/** The commands `backup` and `restore`, as the operator gives them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#adapters/postgres/connect';
import { dumpLines } from '../support/database-dump.ts';
import { fillPerson, fillServer, secretBoxOf } from '../support/full-rows.ts';
import { postgresForTest } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { seedRows } from '../support/store-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'tomori-backup-'));
const commandsMs = 300_000;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: 'backup' | 'restore', words: readonly string[], env: Record<string, string>) {
	const script = join(import.meta.dirname, '..', '..', 'scripts', `${command}.ts`);
	const result = spawnSync(process.execPath, [script, ...words], { env, encoding: 'utf8', timeout: commandsMs });
	return { status: result.status, says: `${result.stdout}${result.stderr}` };
}

async function opened(location: Parameters<typeof openDatabase>[0]) {
	const result = await openDatabase(location, recordingLog());
	if (!result.ok) throw new Error(result.error.sentence);
	return result.value;
}

test('a folder becomes a file that only its owner reads, and the file the other kind of store', {
	timeout: commandsMs,
}, async () => {
	const source = join(folder, 'source');
	const file = join(folder, 'copy.jsonl.gz');
	const filled = await opened({ dataDir: source });
	const owners = { ...(await seedRows(filled.db)), discordId: '234567890123456789', mark: 'marzipan' };
	await fillPerson(filled.db, owners, secretBoxOf([1, 'a secret']));
	await fillServer(filled.db, owners, secretBoxOf([1, 'a secret']));
	const before = await dumpLines(filled.db);
	const taken = run('backup', [file], { DATA_DIR: source });
	expect(taken.status).toBe(1);
	expect(taken.says).toContain('already uses this data folder');
	await filled.close();
	expect(run('backup', [file], { DATA_DIR: source })).toMatchObject({
		status: 0,
		says: expect.stringContaining(`${before.length} rows of the embedded store are in ${file}.`),
	});
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(gunzipSync(readFileSync(file)).toString()).not.toContain('pst-');
	expect(run('backup', [file], { DATA_DIR: source }).says).toContain('is there already');
	expect(readdirSync(folder).sort()).toEqual(['copy.jsonl.gz', 'source']);

	const place = await postgresForTest();
	const env: Record<string, string> = place
		? { DATABASE_URL: place.databaseUrl }
		: { DATA_DIR: join(folder, 'target') };
	const back = run('restore', [file], env);
	expect(back.says).toContain(`${before.length} rows are in the ${place ? 'postgres' : 'embedded'} store now.`);
	const others = 'keys do not open with the secrets here: set CRYPTO_SECRET of version 1 as it was there';
	expect(back.says).toContain(`5 of 5 ${others}`);
	expect(back.status).toBe(0);
	expect(run('restore', [file], env)).toMatchObject({ status: 1, says: expect.stringContaining('--replace') });
	const cut = join(folder, 'cut.jsonl.gz');
	writeFileSync(cut, readFileSync(file).subarray(0, 2_000));
	expect(run('restore', [cut, '--replace'], env)).toMatchObject({
		status: 1,
		says: expect.stringContaining('cannot be read'),
	});
	const target = await opened(place ?? { dataDir: join(folder, 'target') });
	expect(await dumpLines(target.db)).toEqual(before);
	if (place) {
		await target.close();
		const right = { ...env, CRYPTO_SECRET: 'another secret', CRYPTO_SECRET_V1: 'a secret' };
		expect(run('restore', [file, '--replace'], right).says).toContain('All 5 keys in it open with');
		const bot = await opened(place);
		await dumpLines(bot.db);
		const used = run('restore', [file, '--replace'], env);
		expect(used).toMatchObject({ status: 1, says: expect.stringContaining('stop it first') });
		await bot.close();
	}
	if (!place) await target.close();
	expect(run('restore', [], env).says).toContain('Usage: restore file [--replace]');
	expect(run('restore', [join(folder, 'nothing')], env).says).toContain('There is no file');
});
