/** The embedded store's folder and its one owner. */
import { spawn, spawnSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAppStateStore } from '#adapters/postgres/app-state-store';
import { openDatabase } from '#adapters/postgres/connect';
import { takeOwnerLock } from '#adapters/postgres/owner-lock';
import { assert } from '#lib/assert';
import { ManualClock } from '../support/manual-clock.ts';
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

/** This process as a lock names it. */
function own(): object {
	const place = mkdtempSync(join(tmpdir(), 'tomori-own-'));
	takeOwnerLock(place);
	const owner = JSON.parse(readFileSync(join(place, 'owner.lock'), 'utf8')) as object;
	rmSync(place, { recursive: true });
	return owner;
}

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
		rmSync(lockPath());
		mkdirSync(lockPath());
		const folderInPlace = takeOwnerLock(folder);
		expect(!folderInPlace.ok && folderInPlace.error.sentence).toContain('cannot be read');
	});

	test('releasing leaves a lock alone that belongs to somebody else by now', () => {
		const lock = take();
		writeFileSync(lockPath(), JSON.stringify({ pid: 1, startedAt: 'x' }));
		lock.release();
		expect(existsSync(lockPath())).toBe(true);
	});

	test('a data folder that is a file, or cannot be created, is one sentence each', () => {
		writeFileSync(join(folder, 'file'), '');
		expect(takeOwnerLock(join(folder, 'file'))).toEqual({
			ok: false,
			error: { code: 'folder-unusable', sentence: `DATA_DIR ${join(folder, 'file')} is not a folder.` },
		});
		const refused = takeOwnerLock(join(folder, 'file', 'data'));
		expect(!refused.ok && refused.error.code).toBe('folder-unusable');
	});
});

describe('a lock of another container or machine', () => {
	const foreign = { pid: 1, startedAt: null, pidNamespace: 'pid:[1]', hostname: 'elsewhere', beats: true };
	const write = (owner: object, clock: ManualClock, ageMs = 0): void => {
		writeFileSync(lockPath(), JSON.stringify(owner));
		const seconds = (clock.now() - ageMs) / 1_000;
		utimesSync(lockPath(), seconds, seconds);
	};
	const sentenceOf = (refused: ReturnType<typeof takeOwnerLock>): string => (refused.ok ? '' : refused.error.sentence);

	test('holds as long as it beats, although its process number means nothing here', () => {
		const clock = new ManualClock();
		write(foreign, clock);
		expect(takeOwnerLock(folder, clock)).toEqual({
			ok: false,
			error: {
				code: 'folder-taken',
				sentence: `Another container or machine (elsewhere, process 1 there) uses this data folder: stop it; if it is gone already, wait a minute or delete ${lockPath()}.`,
			},
		});
		clock.advance(60_000);
		expect(takeOwnerLock(folder, clock).ok).toBe(false);
		clock.advance(1_000);
		const taken = takeOwnerLock(folder, clock);
		expect(taken.ok).toBe(true);
		expect(JSON.parse(readFileSync(lockPath(), 'utf8'))).toMatchObject({ pid: process.pid, beats: true });
		if (taken.ok) taken.value.release();
		expect([existsSync(lockPath()), clock.waiting]).toEqual([false, 0]);
	});

	test.each([
		['the same host name in another namespace', { ...foreign, hostname: hostname() }],
		['the same namespace under another host name', { ...own(), hostname: 'elsewhere', beats: true }],
	])('is known by %s', (_name, owner) => {
		const clock = new ManualClock();
		write(owner, clock);
		expect(sentenceOf(takeOwnerLock(folder, clock))).toContain('Another container or machine');
	});

	test('holds until somebody deletes it when it never beat, or when we have no clock to judge it', () => {
		const clock = new ManualClock();
		write({ ...foreign, beats: false }, clock, 3_600_000);
		expect(sentenceOf(takeOwnerLock(folder, clock))).toContain(`if it is gone already, delete ${lockPath()}.`);
		write(foreign, clock, 3_600_000);
		expect(takeOwnerLock(folder).ok).toBe(false);
		rmSync(lockPath());
		expect(takeOwnerLock(folder).ok).toBe(true);
	});

	test('our own lock beats every 15 seconds until it is released or belongs to somebody else', () => {
		const clock = new ManualClock();
		const lock = takeOwnerLock(folder, clock);
		assert(lock.ok, 'the folder is free');
		const ageMs = (): number => clock.now() - statSync(lockPath()).mtimeMs;
		clock.advance(3_600_000 + 14_000);
		expect(ageMs()).toBe(14_000);
		write(foreign, clock);
		clock.advance(60_000);
		expect(ageMs()).toBe(60_000);
		lock.value.release();
		expect([existsSync(lockPath()), clock.waiting]).toEqual([true, 0]);
	});

	const inNamespace = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc'];
	const hasNamespaces = spawnSync('unshare', [...inNamespace, 'true']).status === 0;

	test.skipIf(!hasNamespaces)('a process in a real namespace of its own does not take our folder', () => {
		const script = `import { takeOwnerLock } from '#adapters/postgres/owner-lock';
			import { ManualClock } from './test/support/manual-clock.ts';
			console.log(takeOwnerLock(process.argv[1], new ManualClock(Date.now())).ok);`;
		const tryIt = (): string =>
			spawnSync('unshare', [...inNamespace, process.execPath, '-e', script, folder], {
				encoding: 'utf8',
			}).stdout.trim();
		const lock = takeOwnerLock(folder, new ManualClock(Date.now()));
		expect(lock.ok && tryIt()).toBe('false');
		if (lock.ok) lock.value.release();
		expect(tryIt()).toBe('true');
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

	const sentenceOfOpening = async (): Promise<string> => {
		const opened = await openDatabase({ dataDir: folder }, recordingLog());
		assert(!opened.ok, 'the folder cannot be used');
		expect(opened.error.code).toBe('folder-unusable');
		expect(existsSync(lockPath())).toBe(false);
		return opened.error.sentence;
	};

	test('a file in place of the database is one sentence, and the lock is freed', async () => {
		writeFileSync(join(folder, 'database'), 'a file where the database should be');
		expect(await sentenceOfOpening()).toContain('database is not a folder');
	});

	test(
		'a damaged database is one sentence that asks for a backup, and one of another user names what it may not use',
		async () => {
			const created = await openDatabase({ dataDir: folder }, recordingLog());
			assert(created.ok, 'the folder is free');
			await created.value.close();
			const control = join(folder, 'database', 'global', 'pg_control');
			if (process.getuid?.() !== 0) {
				chmodSync(control, 0o000);
				expect(await sentenceOfOpening()).toContain(`(EACCES on ${control})`);
				chmodSync(control, 0o600);
			}
			writeFileSync(control, '');
			expect(await sentenceOfOpening()).toBe(
				`The embedded database in ${join(folder, 'database')} is damaged: restore a backup of the data folder.`,
			);
		},
		creationTimeoutMs,
	);
});
