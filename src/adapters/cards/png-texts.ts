/** Chosen text chunks of a PNG file, without decoding its picture. */
import { inflateSync } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHUNK_OVERHEAD_BYTES = 12;
/** The PNG specification's limit. */
const KEYWORD_BYTES_MAX = 79;
/** What all compressed chunks of one file together may inflate to. */
const INFLATED_BYTES_MAX = 8_000_000;
/** The types of chunks that hold text, as big-endian numbers. */
const T_EXT = 0x74455874;
const Z_TXT = 0x7a545874;
const I_TXT = 0x69545874;
const latin1 = new TextDecoder('latin1');

/** Whether the bytes begin as a PNG file does. */
export function isPng(bytes: Uint8Array): boolean {
	return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * The texts of the given keywords (in lower case) from `tEXt`, `zTXt` and `iTXt` chunks; the first chunk of a keyword
 * counts, and the keyword of a damaged or oversized one has null. Nothing else is inflated, and the keywords named first
 * have the file's budget first. A truncated file gives what came before the cut.
 */
export function pngTexts(bytes: Uint8Array, keywords: readonly string[]): ReadonlyMap<string, string | null> {
	const chunks = firstChunks(bytes, keywords);
	const inflate = budgetedInflate();
	const texts = new Map<string, string | null>();
	for (const keyword of keywords) {
		const chunk = chunks.get(keyword);
		if (chunk) texts.set(keyword, chunkText(chunk, inflate));
	}
	return texts;
}

interface TextChunk {
	readonly type: number;
	/** What follows the keyword and its NUL. */
	readonly rest: Uint8Array;
}

function firstChunks(bytes: Uint8Array, keywords: readonly string[]): ReadonlyMap<string, TextChunk> {
	const chunks = new Map<string, TextChunk>();
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let offset = SIGNATURE.length;
	while (offset + CHUNK_OVERHEAD_BYTES <= bytes.length) {
		const length = view.getUint32(offset);
		const type = view.getUint32(offset + 4);
		const start = offset + 8;
		if (start + length > bytes.length) break;
		offset += CHUNK_OVERHEAD_BYTES + length;
		if (type !== T_EXT && type !== Z_TXT && type !== I_TXT) continue;
		const data = bytes.subarray(start, start + length);
		const keywordEnd = data.subarray(0, KEYWORD_BYTES_MAX + 1).indexOf(0);
		if (keywordEnd < 1) continue;
		const keyword = latin1.decode(data.subarray(0, keywordEnd)).toLowerCase();
		if (!keywords.includes(keyword) || chunks.has(keyword)) continue;
		chunks.set(keyword, { type, rest: data.subarray(keywordEnd + 1) });
	}
	return chunks;
}

type Inflate = (data: Uint8Array) => string | null;

function chunkText({ type, rest }: TextChunk, inflate: Inflate): string | null {
	if (type === T_EXT) return latin1.decode(rest);
	return type === Z_TXT ? inflate(rest.subarray(1)) : internationalText(rest, inflate);
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
