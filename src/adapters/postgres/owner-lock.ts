/** The embedded store's folder has one owner at a time; two were seen to lose rows without a word. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '#lib/result';
import { type StoreFailure, storeFailure } from './store-failure.ts';

const lockName = 'owner.lock';

/** Held until `release`, or until the process ends. */
export interface OwnerLock {
	release(): void;
}

interface Owner {
	readonly pid: number;
	/** Distinguishes a process from a later one of the same number; null where the system does not tell. */
	readonly startedAt: string | null;
}

function fileText(path: string): string | null {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return null;
	}
}

/** Boot and ticks since boot at which a process started; null when it is gone, a zombie, or there is no `/proc`. */
function startOf(pid: number): string | null {
	const stat = fileText(`/proc/${pid}/stat`);
	if (!stat) return null;
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const state = fields[0];
	if (state === 'Z' || state === 'X') return null;
	const boot = fileText('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
	return `${boot}:${fields[19]}`;
}

function isAlive(owner: Owner): boolean {
	if (owner.startedAt !== null) return startOf(owner.pid) === owner.startedAt;
	try {
		process.kill(owner.pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Null when the file is not there, `unreadable` when its writer was cut off. */
function readOwner(path: string): Owner | null | 'unreadable' {
	const text = fileText(path);
	if (text === null) return null;
	try {
		const value = JSON.parse(text) as Partial<Owner>;
		if (typeof value.pid !== 'number') return 'unreadable';
		return { pid: value.pid, startedAt: typeof value.startedAt === 'string' ? value.startedAt : null };
	} catch {
		return 'unreadable';
	}
}

/** False when somebody else's file is there already. */
function createLock(path: string, owner: Owner): boolean {
	let file: number;
	try {
		file = openSync(path, 'wx', 0o600);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	try {
		writeSync(file, JSON.stringify(owner));
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
	return true;
}

/**
 * Removes a lock whose process is gone. The folder beside it lets one process at a time do this, and the second look
 * happens inside, so that nobody removes the fresh lock of another process that was faster.
 */
function removeStale(path: string): void {
	const takeover = `${path}.takeover`;
	mkdirSync(takeover);
	try {
		const owner = readOwner(path);
		if (owner !== null && owner !== 'unreadable' && !isAlive(owner)) rmSync(path);
	} finally {
		rmdirSync(takeover);
	}
}

function tryLock(path: string, self: Owner): Result<OwnerLock, StoreFailure> {
	if (!createLock(path, self)) {
		const owner = readOwner(path);
		if (owner === 'unreadable') {
			return storeFailure('folder-taken', `${path} cannot be read; delete it if no other process uses this folder.`);
		}
		if (owner !== null && isAlive(owner)) {
			return storeFailure(
				'folder-taken',
				`Process ${owner.pid} already uses this data folder (${path}): stop it, or give this one a folder of its own with DATA_DIR.`,
			);
		}
		if (owner !== null) removeStale(path);
		if (!createLock(path, self)) {
			return storeFailure('folder-taken', `Another process has just taken this data folder (${path}).`);
		}
	}
	return ok({
		release: () => {
			const owner = readOwner(path);
			if (owner !== null && owner !== 'unreadable' && owner.pid === self.pid && owner.startedAt === self.startedAt) {
				rmSync(path, { force: true });
			}
		},
	});
}

/**
 * Takes `owner.lock` in the data folder, creating the folder when it is missing. Whatever opens or rewrites the
 * embedded store takes it first. A lock of a process that is gone is taken over (ruling P3).
 */
export function takeOwnerLock(dataDir: string): Result<OwnerLock, StoreFailure> {
	const path = join(dataDir, lockName);
	try {
		mkdirSync(dataDir, { recursive: true });
		return tryLock(path, { pid: process.pid, startedAt: startOf(process.pid) });
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
		if (code === 'EEXIST') {
			return storeFailure('folder-taken', `Another process is taking over this data folder (${path}.takeover exists).`);
		}
		return storeFailure('folder-unusable', `The data folder ${dataDir} cannot be written to (${code}).`);
	}
}
