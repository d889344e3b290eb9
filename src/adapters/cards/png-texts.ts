/** Chosen text chunks of a PNG file. */
import { inflateSync } from 'node:zlib';
import type { PngChunk } from './png-chunks.ts';

/** The PNG specification's limit. */
const KEYWORD_BYTES_MAX = 79;
/** What all compressed chunks of one file together may inflate to. */
export const INFLATED_BYTES_MAX = 8_000_000;
const latin1 = new TextDecoder('latin1');

/**
 * The texts of the given keywords (in lower case) from `tEXt`, `zTXt` and `iTXt` chunks; the first chunk of a keyword
 * counts, and the keyword of a damaged or oversized one has null. Nothing else is inflated, and the keywords named first
 * have the file's budget first.
 */
export function pngTexts(chunks: readonly PngChunk[], keywords: readonly string[]): ReadonlyMap<string, string | null> {
	const found = firstChunks(chunks, keywords);
	const inflate = budgetedInflate();
	const texts = new Map<string, string | null>();
	for (const keyword of keywords) {
		const chunk = found.get(keyword);
		if (chunk) texts.set(keyword, chunkText(chunk, inflate));
	}
	return texts;
}

interface TextChunk {
	readonly type: string;
	/** What follows the keyword and its NUL. */
	readonly rest: Uint8Array;
}

/** Whether a chunk holds text of any kind. */
export function isTextChunk({ type }: PngChunk): boolean {
	return type === 'tEXt' || type === 'zTXt' || type === 'iTXt';
}

function firstChunks(chunks: readonly PngChunk[], keywords: readonly string[]): ReadonlyMap<string, TextChunk> {
	const found = new Map<string, TextChunk>();
	for (const chunk of chunks) {
		if (!isTextChunk(chunk)) continue;
		const { type, data } = chunk;
		const keywordEnd = data.subarray(0, KEYWORD_BYTES_MAX + 1).indexOf(0);
		if (keywordEnd < 1) continue;
		const keyword = latin1.decode(data.subarray(0, keywordEnd)).toLowerCase();
		if (!keywords.includes(keyword) || found.has(keyword)) continue;
		found.set(keyword, { type, rest: data.subarray(keywordEnd + 1) });
	}
	return found;
}

type Inflate = (data: Uint8Array) => string | null;

function chunkText({ type, rest }: TextChunk, inflate: Inflate): string | null {
	if (type === 'tEXt') return latin1.decode(rest);
	return type === 'zTXt' ? inflate(rest.subarray(1)) : internationalText(rest, inflate);
}

/** Layout after the keyword: compression flag, method, language tag, translated keyword, text. */
function internationalText(rest: Uint8Array, inflate: Inflate): string | null {
	const compressed = rest[0] === 1;
	const languageEnd = rest.indexOf(0, 2);
	const translatedEnd = languageEnd < 0 ? -1 : rest.indexOf(0, languageEnd + 1);
	if (translatedEnd < 0) return null;
	const text = rest.subarray(translatedEnd + 1);
	return compressed ? inflate(text) : new TextDecoder().decode(text);
}

/** One budget for all that comes out keeps a small hostile file from filling memory; a chunk beyond it uses it up. */
function budgetedInflate(): Inflate {
	let leftBytes = INFLATED_BYTES_MAX;
	return (data) => {
		if (leftBytes === 0) return null;
		try {
			const inflated = inflateSync(data, { maxOutputLength: leftBytes });
			leftBytes -= inflated.length;
			return new TextDecoder().decode(inflated);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') leftBytes = 0;
			return null;
		}
	};
}
