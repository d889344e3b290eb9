/** Why the embedded database in a folder cannot be opened; its own errors do not tell. */
import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes; less free space than this is the likelier cause than damage. */
const freeBytesMin = 16_777_216;

/** Whether a database was created in the folder before. */
export function holdsDatabase(folder: string): boolean {
	return existsSync(join(folder, 'PG_VERSION'));
}

/** The first file that this process may not use, with the system's code, or null. */
function firstUnusable(folder: string): string | null {
	let path = folder;
	try {
		accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
		for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
			path = join(entry.parentPath, entry.name);
			accessSync(path, constants.R_OK | constants.W_OK);
		}
		return null;
	} catch (error) {
		const { code, path: failed } = error as NodeJS.ErrnoException;
		return `${code ?? 'unknown error'} on ${failed ?? path}`;
	}
}

function hasRoom(folder: string): boolean {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize >= freeBytesMin;
	} catch {
		return true;
	}
}

/** One sentence for the operator; `wasThere` says whether the folder held a database before it was opened. */
export function brokenFolderSentence(folder: string, wasThere: boolean): string {
	const found = statSync(folder, { throwIfNoEntry: false });
	if (found && !found.isDirectory()) return `${folder} is not a folder: the embedded database belongs there.`;
	const unusable = found ? firstUnusable(folder) : null;
	if (unusable) {
		return `The embedded database in ${folder} cannot be used (${unusable}): let the user of this process own the folder and all that is in it.`;
	}
	if (!hasRoom(folder)) return `The embedded database in ${folder} cannot be opened: the disk has no room left.`;
	return wasThere
		? `The embedded database in ${folder} is damaged: restore a backup of the data folder.`
		: `The embedded database in ${folder} cannot be created: delete that folder if nothing in it is needed, and check the disk.`;
}
