/** The embedded store's folder and its one owner. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAppStateStore } from '#adapters/postgres/app-state-store';
import { openDatabase } from '#adapters/postgres/connect';
import { takeOwnerLock } from '#adapters/postgres/owner-lock';
import { assert } from '#lib/assert';
import { recordingLog } from '../support/store-log.ts';

/** Creating a database costs seconds of processor time, and this machine may be busy. */
const creationTimeoutMs = 60_000;

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'tomori-folder-'));
});
afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});

const lockPath = () => join(folder, 'owner.lock');

function take() {
	const lock = takeOwnerLock(folder);
	assert(lock.ok, lock.ok ? '' : lock.error.sentence);
	return lock.value;
}

describe('the owner lock', () => {
	test('a second owner is refused with one sentence that names the first', () => {
		const first = take();
		const second = takeOwnerLock(folder);
		expect(second).toEqual({
			ok: false,
			error: {
				code: 'folder-taken',
				sentence: `Process ${process.pid} already uses this data folder (${lockPath()}): stop it, or give this one a folder of its own with DATA_DIR.`,
			},
		});
		first.release();
		take().release();
		expect(existsSync(lockPath())).toBe(false);
	});

	test('the lock of a process that is gone is taken over', () => {
		const gone = spawnSync(process.execPath, ['-e', '0']);
		writeFileSync(lockPath(), JSON.stringify({ pid: gone.pid, startedAt: null }));
		take();
		expect(JSON.parse(readFileSync(lockPath(), 'utf8')).pid).toBe(process.pid);
		expect(existsSync(`${lockPath()}.takeover`)).toBe(false);
	});

	test.skipIf(!existsSync('/proc/self/stat'))(
		'the lock of an earlier process with the same number is taken over',
		() => {
			take();
			const owner = JSON.parse(readFileSync(lockPath(), 'utf8')) as { startedAt: string };
			writeFileSync(lockPath(), JSON.stringify({ pid: process.pid, startedAt: `${owner.startedAt}0` }));
			take();
			expect(JSON.parse(readFileSync(lockPath(), 'utf8')).startedAt).toBe(owner.startedAt);
		},
	);

	test('the lock of another living process is respected, and taken over once it was killed', async () => {
		const script = `import { takeOwnerLock } from '#adapters/postgres/owner-lock';
			console.log(takeOwnerLock(process.argv[1]).ok); setInterval(() => {}, 1000);`;
		const other = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
		const said = await new Promise<string>((resolve) => other.stdout.once('data', (data) => resolve(String(data))));
		expect(said.trim()).toBe('true');
		expect(takeOwnerLock(folder).ok).toBe(false);
		const exited = new Promise((resolve) => other.once('exit', resolve));
		other.kill('SIGKILL');
		await exited;
		take().release();
	});

	test('a takeover that another process has begun is left to it', () => {
		const gone = spawnSync(process.execPath, ['-e', '0']);
		writeFileSync(lockPath(), JSON.stringify({ pid: gone.pid, startedAt: null }));
		mkdirSync(`${lockPath()}.takeover`);
		const refused = takeOwnerLock(folder);
		expect(!refused.ok && refused.error.code).toBe('folder-taken');
		expect(JSON.parse(readFileSync(lockPath(), 'utf8')).pid).toBe(gone.pid);
	});

	test('a lock that cannot be read is not taken over, and the sentence says what to do', () => {
		writeFileSync(lockPath(), '');
		const refused = takeOwnerLock(folder);
		expect(!refused.ok && refused.error.sentence).toContain('delete it if no other process uses this folder');
	});

	test('releasing leaves a lock alone that belongs to somebody else by now', () => {
		const lock = take();
		writeFileSync(lockPath(), JSON.stringify({ pid: 1, startedAt: 'x' }));
		lock.release();
		expect(existsSync(lockPath())).toBe(true);
	});

	test('a data folder that cannot be created is one sentence', () => {
		writeFileSync(join(folder, 'file'), '');
		const refused = takeOwnerLock(join(folder, 'file', 'data'));
		expect(!refused.ok && refused.error.code).toBe('folder-unusable');
	});
});

describe('the embedded store in a folder', () => {
	test(
		'keeps its rows over a restart, migrates once, has one owner, and frees the folder when closed',
		async () => {
			const first = await openDatabase({ dataDir: folder }, recordingLog());
			assert(first.ok, 'the folder is free');
			expect(first.value.kind).toBe('embedded');
			await createAppStateStore(first.value.db).writeState('key', 'kept');
			const second = await openDatabase({ dataDir: folder }, recordingLog());
			expect(!second.ok && second.error.code).toBe('folder-taken');
			await first.value.close();
			expect(existsSync(lockPath())).toBe(false);
			const third = await openDatabase({ dataDir: folder }, recordingLog());
			assert(third.ok, 'the folder is free again');
			expect(await createAppStateStore(third.value.db).readState('key')).toBe('kept');
			await third.value.close();
			await third.value.close();
		},
		creationTimeoutMs,
	);

	test('a folder that holds no database of ours is one sentence, and the lock is freed', async () => {
		writeFileSync(join(folder, 'database'), 'a file where the database should be');
		const opened = await openDatabase({ dataDir: folder }, recordingLog());
		expect(!opened.ok && opened.error.code).toBe('folder-unusable');
		expect(existsSync(lockPath())).toBe(false);
	});
});
