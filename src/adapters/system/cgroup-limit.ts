/** How much memory the container or service allows, as Linux's control groups say. */
import { readFileSync } from 'node:fs';

/** The text of a file, or null when it cannot be read. */
export type ReadText = (path: string) => string | null;

const ROOT = '/sys/fs/cgroup';

/**
 * The smallest limit of the process's group and of the groups above it, in bytes; null when none is set, or where there are
 * no control groups. Version 2 is asked before version 1.
 */
export function cgroupLimitBytes(readText: ReadText = readFile): number | null {
	const lines = (readText('/proc/self/cgroup') ?? '').split('\n').map((line) => line.split(':'));
	const unified = lines.find(([id, controllers]) => id === '0' && controllers === '');
	const memory = lines.find(([, controllers = '']) => controllers.split(',').includes('memory'));
	const limits = [
		...pathsUp(unified?.slice(2).join(':')).map((path) => `${ROOT}${path}/memory.max`),
		...pathsUp(memory?.slice(2).join(':')).map((path) => `${ROOT}/memory${path}/memory.limit_in_bytes`),
	].flatMap((file) => limitIn(readText(file)) ?? []);
	return limits.length === 0 ? null : Math.min(...limits);
}

/** `/a/b` → `/a/b`, `/a`, and the root; inside a container the first ones are often not there. */
function pathsUp(path = '/'): readonly string[] {
	const names = path.split('/').filter(Boolean);
	return [...names.map((_, depth) => `/${names.slice(0, names.length - depth).join('/')}`), ''];
}

/** Version 2 says `max` and version 1 a number beyond all memory where there is no limit. */
function limitIn(text: string | null): number | null {
	const bytes = /^\d+$/.test(text?.trim() ?? '') ? Number(text) : 0;
	return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

function readFile(path: string): string | null {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		// No such group, another system, or no permission: all mean that nothing is known.
		return null;
	}
}
