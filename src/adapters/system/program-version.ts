/** Which version of the program runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE_FILE = join(import.meta.dirname, '..', '..', '..', 'package.json');

/** From package.json; `unknown` where that cannot be read. */
export function programVersion(): string {
	try {
		const { version } = JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')) as { readonly version?: unknown };
		return typeof version === 'string' ? version : 'unknown';
	} catch {
		return 'unknown';
	}
}
