/** The embedded store's folder has one owner at a time; two were seen to lose rows without a word. */
import { closeSync, fsyncSync, mkdirSync, openSync, rmdirSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import { isForeign, isRunning, isSameOwner, type LockOwner, ownIdentity, readOwner } from './lock-owner.ts';
import { type StoreFailure, storeFailure } from './store-failure.ts';

const lockName = 'owner.lock';
/** How often a lock's time is renewed. */
const beatMs = 15_000;
/** A lock from elsewhere whose time is older belongs to nobody; three beats may be missed. */
const staleMs = 60_000;

/** Held until `release`, or until the process ends. */
export interface OwnerLock {
	release(): void;
}

/** A lock that is being taken. */
interface LockAttempt {
	readonly path: string;
	readonly self: LockOwner;
	readonly clock: Clock | null;
}

/** False when somebody else's file is there already. */
function createLock({ path, self, clock }: LockAttempt): boolean {
	let file: number;
	try {
		file = openSync(path, 'wx', 0o600);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	try {
		writeSync(file, JSON.stringify(self));
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
	if (clock) touch(path, clock);
	return true;
}

function touch(path: string, clock: Clock): void {
	const seconds = clock.now() / 1_000;
	utimesSync(path, seconds, seconds);
}

/** Whether the lock still holds. One from elsewhere does until its beats have stopped, for ever where it has none. */
function isHeld(owner: LockOwner, { path, clock }: LockAttempt): boolean {
	if (!isForeign(owner)) return isRunning(owner);
	if (!owner.beats || clock === null) return true;
	const file = statSync(path, { throwIfNoEntry: false });
	return file !== undefined && clock.now() - file.mtimeMs <= staleMs;
}

/**
 * Removes a lock whose process is gone. The folder beside it lets one process at a time do this, and the second look
 * happens inside, so that nobody removes the fresh lock of another process that was faster.
 */
function removeStale(attempt: LockAttempt): void {
	const { path } = attempt;
	const takeover = `${path}.takeover`;
	mkdirSync(takeover);
	try {
		const owner = readOwner(path);
		if (owner !== null && owner !== 'unreadable' && !isHeld(owner, attempt)) rmSync(path);
	} finally {
		rmdirSync(takeover);
	}
}

function heldSentence(owner: LockOwner, path: string): string {
	if (!isForeign(owner)) {
		return `Process ${owner.pid} already uses this data folder (${path}): stop it, or give this one a folder of its own with DATA_DIR.`;
	}
	const wait = owner.beats ? 'wait a minute or ' : '';
	return `Another container or machine (${owner.hostname}, process ${owner.pid} there) uses this data folder: stop it; if it is gone already, ${wait}delete ${path}.`;
}

function tryLock(attempt: LockAttempt): Result<OwnerLock, StoreFailure> {
	const { path, self } = attempt;
	if (!createLock(attempt)) {
		const owner = readOwner(path);
		if (owner === 'unreadable') {
			return storeFailure('folder-taken', `${path} cannot be read; delete it if no other process uses this folder.`);
		}
		if (owner !== null && isHeld(owner, attempt)) return storeFailure('folder-taken', heldSentence(owner, path));
		if (owner !== null) removeStale(attempt);
		if (!createLock(attempt)) {
			return storeFailure('folder-taken', `Another process has just taken this data folder (${path}).`);
		}
	}
	const stopBeating = keepBeating(attempt);
	return ok({
		release: () => {
			stopBeating();
			if (isOurs(path, self)) rmSync(path, { force: true });
		},
	});
}

function isOurs(path: string, self: LockOwner): boolean {
	const owner = readOwner(path);
	return owner !== null && owner !== 'unreadable' && isSameOwner(owner, self);
}

/** Renews the lock's time until stopped. A lock that is not ours by now is left alone. */
function keepBeating({ path, self, clock }: LockAttempt): () => void {
	if (!clock) return () => {};
	let cancel = (): void => {};
	const beat = (): void => {
		try {
			if (isOurs(path, self)) touch(path, clock);
		} catch {
			// A disk that takes no beat now may take the next one.
		}
		cancel = clock.after(beatMs, beat);
	};
	cancel = clock.after(beatMs, beat);
	return () => cancel();
}

/** Makes the folder; false when something else bears its name. */
function makeFolder(dataDir: string): boolean {
	try {
		mkdirSync(dataDir, { recursive: true });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

/**
 * Takes `owner.lock` in the data folder, creating the folder when it is missing. Whatever opens or rewrites the
 * embedded store takes it first. A lock of a process that is gone is taken over (ruling P3); whether one of another
 * container or machine is gone shows by its beats. Without a clock the lock has none and outlasts its process there.
 */
export function takeOwnerLock(dataDir: string, clock: Clock | null = null): Result<OwnerLock, StoreFailure> {
	const path = join(dataDir, lockName);
	try {
		if (!makeFolder(dataDir)) return storeFailure('folder-unusable', `DATA_DIR ${dataDir} is not a folder.`);
		return tryLock({ path, self: ownIdentity(clock !== null), clock });
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
		if (code === 'EEXIST') {
			return storeFailure('folder-taken', `Another process is taking over this data folder (${path}.takeover exists).`);
		}
		return storeFailure('folder-unusable', `The data folder ${dataDir} cannot be written to (${code}).`);
	}
}
