/** The text chunks of a PNG file, without decoding its picture. */
import { inflateSync } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHUNK_OVERHEAD_BYTES = 12;
const TEXT_BYTES_MAX = 8_000_000;
const latin1 = new TextDecoder('latin1');

/** Whether the bytes begin as a PNG file does. */
export function isPng(bytes: Uint8Array): boolean {
	return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * Every `tEXt`, `zTXt` and `iTXt` chunk by its keyword in lower case; the first of a keyword counts. A damaged or
 * oversized chunk is passed over, and a truncated file gives what came before the cut.
 */
export function pngTexts(bytes: Uint8Array): ReadonlyMap<string, string> {
	const texts = new Map<string, string>();
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let offset = SIGNATURE.length;
	while (offset + CHUNK_OVERHEAD_BYTES <= bytes.length) {
		const length = view.getUint32(offset);
		const type = latin1.decode(bytes.subarray(offset + 4, offset + 8));
		const data = bytes.subarray(offset + 8, offset + 8 + length);
		if (data.length < length) break;
		const text = readText(type, data);
		if (text && !texts.has(text.keyword)) texts.set(text.keyword, text.value);
		offset += CHUNK_OVERHEAD_BYTES + length;
	}
	return texts;
}

function readText(type: string, data: Uint8Array): { keyword: string; value: string } | null {
	if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') return null;
	const keywordEnd = data.indexOf(0);
	if (keywordEnd < 1) return null;
	const keyword = latin1.decode(data.subarray(0, keywordEnd)).toLowerCase();
	const rest = data.subarray(keywordEnd + 1);
	const value =
		type === 'tEXt' ? latin1.decode(rest) : type === 'zTXt' ? inflated(rest.subarray(1)) : internationalText(rest);
	return value === null ? null : { keyword, value };
}

/** Layout after the keyword: compression flag, method, language tag, translated keyword, text. */
function internationalText(rest: Uint8Array): string | null {
	const compressed = rest[0] === 1;
	const languageEnd = rest.indexOf(0, 2);
	const translatedEnd = languageEnd < 0 ? -1 : rest.indexOf(0, languageEnd + 1);
	if (translatedEnd < 0) return null;
	const text = rest.subarray(translatedEnd + 1);
	return compressed ? inflated(text) : new TextDecoder().decode(text);
}

/** The limit on what comes out keeps a small hostile file from filling memory. */
function inflated(data: Uint8Array): string | null {
	try {
		return new TextDecoder().decode(inflateSync(data, { maxOutputLength: TEXT_BYTES_MAX }));
	} catch {
		return null;
	}
}
