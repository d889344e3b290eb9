/** Reads one vocabulary file and holds it against the pin of the manifest. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { TokenizerDefinition } from '#core/tokenizer/manifest';
import { err, ok, type Result } from '#lib/result';

const decompress = promisify(brotliDecompress);

/** `missing`: no such file; `invalid`: there is one that cannot be used, `detail` says why in one sentence. */
export interface VocabularyFailure {
	readonly kind: 'missing' | 'invalid';
	readonly detail: string;
	readonly cause?: unknown;
}

/** The raw compact bytes of the file at `path`; their sha256 is the pinned one. Does not throw. */
export async function readVocabulary(
	path: string,
	definition: TokenizerDefinition,
): Promise<Result<Uint8Array, VocabularyFailure>> {
	const file = await readFileOrFailure(path);
	if (!file.ok) return file;
	let raw: Uint8Array;
	try {
		raw = await decompress(file.value, { maxOutputLength: definition.raw.bytes });
	} catch (cause) {
		return err({ kind: 'invalid', detail: `${path} cannot be decompressed.`, cause });
	}
	if (createHash('sha256').update(raw).digest('hex') !== definition.raw.sha256) {
		return err({ kind: 'invalid', detail: `${path} is not the vocabulary that the manifest pins.` });
	}
	return ok(raw);
}

/** The bytes of a file, or why they could not be read. Does not throw. */
export async function readFileOrFailure(path: string): Promise<Result<Uint8Array, VocabularyFailure>> {
	try {
		return ok(await readFile(path));
	} catch (cause) {
		const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
		return code === 'ENOENT' || code === 'ENOTDIR'
			? err({ kind: 'missing', detail: `${path} does not exist.`, cause })
			: err({ kind: 'invalid', detail: `${path} cannot be read.`, cause });
	}
}
