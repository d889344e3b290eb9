/** Turns what a source holds into the compact form, whatever shape it is published in. */
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { writeCompactTable } from '#core/tokenizer/compact-table';
import type { TokenizerDefinition, TokenizerSource } from '#core/tokenizer/manifest';
import { err, ok, type Result } from '#lib/result';

/** A vocabulary in compact form and, where the source names them, special strings beyond it. */
export interface ConvertedSource {
	readonly raw: Uint8Array;
	readonly specials: Readonly<Record<string, number>>;
}

/** Largest text a source may unpack to, in bytes. */
const unpackedBytesMax = 128 * 1_024 * 1_024;

/** Converts `bytes`; the error is a sentence. Nothing of the source is executed. The hash is the caller's to check. */
export function convertSource(
	bytes: Uint8Array,
	shape: TokenizerSource['shape'],
	definition: TokenizerDefinition,
): Result<ConvertedSource, string> {
	try {
		switch (shape) {
			case 'hf':
				return fromHuggingFace(decodeText(bytes), definition);
			case 'hf-gz':
				return fromHuggingFace(decodeText(gunzipSync(bytes, { maxOutputLength: unpackedBytesMax })), definition);
			case 'nai-js':
				return fromNaiJs(decodeText(bytes), definition);
			case 'nai-js-deflate':
				return fromNaiJs(decodeText(inflateRawSync(bytes, { maxOutputLength: unpackedBytesMax })), definition);
			case 'base64-vocabulary':
				return fromBase64Vocabulary(decodeText(bytes), definition);
		}
	} catch (cause) {
		return err(`it cannot be read as ${shape} (${cause instanceof Error ? cause.message : String(cause)})`);
	}
}

function decodeText(bytes: Uint8Array): string {
	return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** `tokenizer.json` of Hugging Face: `model.vocab` maps byte-level spellings to ids. */
function fromHuggingFace(text: string, definition: TokenizerDefinition): Result<ConvertedSource, string> {
	const vocabulary = recordAt(recordAt(JSON.parse(text), 'model'), 'vocab');
	return compact(Object.entries(vocabulary), definition);
}

/** NovelAI's definitions: `vocab` and the list `specials`, whose ids stand in `vocab` as well. */
function fromNaiJs(text: string, definition: TokenizerDefinition): Result<ConvertedSource, string> {
	const json: unknown = JSON.parse(text);
	const vocabulary = recordAt(json, 'vocab');
	const converted = compact(Object.entries(vocabulary), definition);
	if (!converted.ok) return converted;
	const specials: Record<string, number> = {};
	for (const special of Object.values(recordAt(json, 'specials'))) {
		const id = typeof special === 'string' ? vocabulary[special] : undefined;
		if (typeof special === 'string' && typeof id === 'number') specials[special] = id;
	}
	return ok({ ...converted.value, specials });
}

/** llama3-tokenizer-js: one base64 string of byte-level spellings in id order, a line each. */
function fromBase64Vocabulary(text: string, definition: TokenizerDefinition): Result<ConvertedSource, string> {
	const encoded = /vocab_base64 = "([A-Za-z0-9+/=]+)"/.exec(text)?.[1];
	if (encoded === undefined) return err('it holds no base64 vocabulary');
	const lines = Buffer.from(encoded, 'base64').toString('utf8').split('\n');
	return compact(
		lines.map((line, id) => [line, id] as const),
		definition,
	);
}

function compact(
	entries: readonly (readonly [string, unknown])[],
	definition: TokenizerDefinition,
): Result<ConvertedSource, string> {
	const tokens: Uint8Array[] = [];
	const encoder = new TextEncoder();
	const bytesOf = byteLevelBytes();
	let known = 0;
	for (const [spelling, id] of entries) {
		if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id >= definition.tokens) continue;
		if (tokens[id] !== undefined) return err(`two tokens share the id ${id}`);
		tokens[id] = definition.kind === 'byte-bpe' ? bytesOf(spelling) : encoder.encode(spelling);
		known += 1;
	}
	if (known !== definition.tokens) return err(`it has ${known} of ${definition.tokens} tokens`);
	return ok({ raw: writeCompactTable(tokens), specials: {} });
}

/** Undoes the byte-level spelling: printable Latin-1 stands for itself, the other bytes for U+0100 and on. */
function byteLevelBytes(): (spelling: string) => Uint8Array {
	const byteOf = new Map<string, number>();
	let moved = 0x100;
	for (let byte = 0; byte < 256; byte += 1) {
		const printable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte !== 0xad);
		byteOf.set(String.fromCharCode(printable ? byte : moved), byte);
		if (!printable) moved += 1;
	}
	return (spelling) => {
		const bytes = new Uint8Array(spelling.length);
		for (let index = 0; index < spelling.length; index += 1) {
			const byte = byteOf.get(spelling[index] ?? '');
			if (byte === undefined) throw new Error(`"${spelling}" is no byte-level spelling`);
			bytes[index] = byte;
		}
		return bytes;
	};
}

function recordAt(value: unknown, key: string): Record<string, unknown> {
	const inner: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
	if (typeof inner !== 'object' || inner === null) throw new Error(`it has no ${key}`);
	return inner as Record<string, unknown>;
}
