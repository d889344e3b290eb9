/** The compact form of a vocabulary: token after token in id order, an unsigned LEB128 byte length, then the bytes. */
import { err, ok, type Result } from '#lib/result';

/** Where each token's bytes lie; `bytes` is the raw file itself. Never written after parsing. */
export interface CompactTable {
	readonly bytes: Uint8Array;
	/** Byte offset of each token's first byte in `bytes`. */
	readonly starts: Uint32Array;
	/** Byte length of each token. */
	readonly lengths: Uint16Array;
	/** How many tokens there are; ids run from 0 to `size - 1`. */
	readonly size: number;
}

/** Longest token that is believed; real ones end at 512 bytes. */
const tokenBytesMax = 4_096;

/** Parses `bytes` as exactly `size` tokens; the error is a sentence that says where the form breaks. */
export function parseCompactTable(bytes: Uint8Array, size: number): Result<CompactTable, string> {
	const starts = new Uint32Array(size);
	const lengths = new Uint16Array(size);
	let offset = 0;
	for (let id = 0; id < size; id += 1) {
		let length = 0;
		let shift = 0;
		let part = 0x80;
		while (part >= 0x80) {
			if (offset >= bytes.length || shift > 14) return err(`Token ${id} of ${size} has no readable length.`);
			part = bytes[offset] ?? 0;
			offset += 1;
			length |= (part & 0x7f) << shift;
			shift += 7;
		}
		if (length === 0 || length > tokenBytesMax) return err(`Token ${id} claims ${length} bytes.`);
		if (offset + length > bytes.length) return err(`Token ${id} of ${size} is cut off.`);
		starts[id] = offset;
		lengths[id] = length;
		offset += length;
	}
	if (offset !== bytes.length) return err(`${bytes.length - offset} bytes follow the last of ${size} tokens.`);
	return ok({ bytes, starts, lengths, size });
}

/** Writes tokens in id order in the compact form; the inverse of `parseCompactTable`. */
export function writeCompactTable(tokens: readonly Uint8Array[]): Uint8Array {
	const total = tokens.reduce((sum, token) => sum + token.length + lengthBytes(token.length), 0);
	const bytes = new Uint8Array(total);
	let offset = 0;
	for (const token of tokens) {
		let length = token.length;
		while (length >= 0x80) {
			bytes[offset] = (length & 0x7f) | 0x80;
			offset += 1;
			length >>>= 7;
		}
		bytes[offset] = length;
		bytes.set(token, offset + 1);
		offset += 1 + token.length;
	}
	return bytes;
}

/** The bytes of one token, as a view into the table. */
export function tokenBytes(table: CompactTable, id: number): Uint8Array {
	const start = table.starts[id] ?? 0;
	return table.bytes.subarray(start, start + (table.lengths[id] ?? 0));
}

function lengthBytes(length: number): number {
	let count = 1;
	for (let rest = length >>> 7; rest > 0; rest >>>= 7) count += 1;
	return count;
}
