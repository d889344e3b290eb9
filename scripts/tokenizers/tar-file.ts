/** Takes one file out of an npm tarball. */
import { gunzipSync } from 'node:zlib';
import { err, ok, type Result } from '#lib/result';

const blockBytes = 512;
const unpackedBytesMax = 256 * 1_024 * 1_024;

/** The bytes of `path` in the gzipped tar `archive`; the error is a sentence. */
export function readTarFile(archive: Uint8Array, path: string): Result<Uint8Array, string> {
	let tar: Uint8Array;
	try {
		tar = gunzipSync(archive, { maxOutputLength: unpackedBytesMax });
	} catch {
		return err('the tarball cannot be unpacked');
	}
	for (let offset = 0; offset + blockBytes <= tar.length; ) {
		const size = Number.parseInt(field(tar, offset + 124, 12).trim() || '0', 8);
		if (!Number.isInteger(size) || size < 0) return err('the tarball has an unreadable header');
		const prefix = field(tar, offset + 345, 155);
		const name = field(tar, offset, 100);
		const start = offset + blockBytes;
		if ((prefix === '' ? name : `${prefix}/${name}`) === path) return ok(tar.subarray(start, start + size));
		offset = start + Math.ceil(size / blockBytes) * blockBytes;
	}
	return err(`the tarball holds no ${path}`);
}

/** A text field ends at its first zero byte. */
function field(tar: Uint8Array, start: number, length: number): string {
	const bytes = tar.subarray(start, start + length);
	const end = bytes.indexOf(0);
	return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
