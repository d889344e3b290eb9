/** The secret of an embedded store whose operator set none. */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '#lib/result';

const fileName = 'crypto-secret';
const secretBytes = 32;
/** What `createFile` writes. */
const secretShape = /^[\w-]{43}$/;

function createFile(path: string): void {
	const file = openSync(path, 'wx', 0o600);
	try {
		writeSync(file, `${randomBytes(secretBytes).toString('base64url')}\n`);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

/** Whether the data folder has one, for whoever must not create it. */
export function hasCryptoSecret(dataDir: string): boolean {
	return existsSync(join(dataDir, fileName));
}

/**
 * The text of `crypto-secret` in the data folder, created on first use and readable by its owner only. Call it while
 * holding the folder's lock. A file that is empty or holds anything else is refused, since keys that were stored under
 * the true secret could not be read, and new ones would be sealed under a weak one. The error is one sentence for the operator.
 */
export function readOrCreateCryptoSecret(dataDir: string): Result<string, string> {
	const path = join(dataDir, fileName);
	try {
		mkdirSync(dataDir, { recursive: true });
		try {
			createFile(path);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
		const secret = readFileSync(path, 'utf8').trim();
		if (secret === '') return err(`${path} is empty; put your secret back, or delete it to lose the stored keys.`);
		if (!secretShape.test(secret)) {
			return err(
				`${path} does not hold what was written there (43 letters, digits, - or _); put it back from a copy, or delete the file to lose the stored keys.`,
			);
		}
		return ok(secret);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
		return err(`${path} cannot be created or read (${code}).`);
	}
}
