/** Turns token ids back into the bytes they stand for. */
import { tokenBytes } from './compact-table.ts';
import type { TokenizerTable } from './tokenizer-table.ts';

/**
 * The UTF-8 bytes of `ids`. One token may hold part of a character, so decode the whole, not token by token. Ids that
 * the table does not know stand for nothing.
 */
export function decodeTokens(table: TokenizerTable, ids: readonly number[]): Uint8Array<ArrayBuffer> {
	const specials = new Map([...table.specials].map(([text, id]) => [id, text] as const));
	const encoder = new TextEncoder();
	const parts = ids.map((id) => {
		const special = specials.get(id);
		if (special !== undefined) return encoder.encode(special);
		if (table.kind === 'sentencepiece-bpe' && id >= table.firstByteId && id < table.firstByteId + 256) {
			return Uint8Array.of(id - table.firstByteId);
		}
		return tokenBytes(table.index.table, id);
	});
	const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		bytes.set(part, offset);
		offset += part.length;
	}
	return bytes;
}
