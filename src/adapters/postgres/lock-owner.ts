/** Who holds the embedded store's folder, and whether they still run. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The content of a lock. */
export interface LockOwner {
	readonly pid: number;
	/** Distinguishes a process from a later one of the same number; null where the system does not tell. */
	readonly startedAt: string | null;
	/** Numbers of processes mean something only within one of these; null where the system has none. */
	readonly pidNamespace: string | null;
	readonly hostname: string;
	/** Whether the owner renews the lock's time as long as it runs. */
	readonly beats: boolean;
}

/** The text of a file, or null when it cannot be read. */
function fileText(path: string): string | null {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return null;
	}
}

function ownNamespace(): string | null {
	try {
		return readlinkSync('/proc/self/ns/pid');
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

/** This process. */
export function ownIdentity(beats: boolean): LockOwner {
	return {
		pid: process.pid,
		startedAt: startOf(process.pid),
		pidNamespace: ownNamespace(),
		hostname: hostname(),
		beats,
	};
}

/**
 * Null when the file is not there, `unreadable` when its writer was cut off or it belongs to another user. Earlier
 * releases named neither namespace nor host.
 */
export function readOwner(path: string): LockOwner | null | 'unreadable' {
	try {
		const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<LockOwner>;
		if (typeof value.pid !== 'number') return 'unreadable';
		return {
			pid: value.pid,
			startedAt: typeof value.startedAt === 'string' ? value.startedAt : null,
			pidNamespace: value.pidNamespace === undefined ? ownNamespace() : value.pidNamespace,
			hostname: typeof value.hostname === 'string' ? value.hostname : hostname(),
			beats: value.beats === true,
		};
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'unreadable';
	}
}

/** Whether both are one process. */
export function isSameOwner(left: LockOwner, right: LockOwner): boolean {
	return (
		left.pid === right.pid &&
		left.startedAt === right.startedAt &&
		left.pidNamespace === right.pidNamespace &&
		left.hostname === right.hostname
	);
}

/** Whether the owner's number of a process means nothing here: another container, or another machine. */
export function isForeign(owner: LockOwner): boolean {
	return owner.pidNamespace !== ownNamespace() || owner.hostname !== hostname();
}

/** Whether an owner that is not foreign still runs. */
export function isRunning(owner: LockOwner): boolean {
	if (owner.startedAt !== null) return startOf(owner.pid) === owner.startedAt;
	try {
		process.kill(owner.pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
