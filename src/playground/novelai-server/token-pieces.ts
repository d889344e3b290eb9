/** Counts, cuts and decodes text as a served model would; falls back to a low estimate without its vocabulary. */

import { decodeTokens } from '#core/tokenizer/decode-tokens';
import { newEncoder } from '#core/tokenizer/new-encoder';
import type { TokenizerTable } from '#core/tokenizer/tokenizer-table';

/** Text that is sent in one event, with the ids it came from; whole characters, so it may be several tokens. */
export interface TokenPiece {
	readonly text: string;
	readonly ids: readonly number[];
}

/** One model's view of text. */
export interface ModelTokenizer {
	/** False when counts are estimates and ids are empty. */
	readonly exact: boolean;
	count(text: string): number;
	/** Empty when not exact. */
	encode(text: string): readonly number[];
	decode(ids: readonly number[]): string;
	/** The first `tokensMax` tokens of `ids` as pieces; a character left incomplete at the end is dropped. */
	pieces(ids: readonly number[]): readonly TokenPiece[];
}

/** With the real vocabulary. */
export function exactTokenizer(table: TokenizerTable): ModelTokenizer {
	const encode = (text: string): readonly number[] => Array.from(newEncoder(table).encode(text));
	const decode = (ids: readonly number[]): string =>
		new TextDecoder('utf-8', { ignoreBOM: true }).decode(decodeTokens(table, ids));
	return {
		exact: !table.approximate,
		count: (text) => newEncoder(table).count(text),
		encode,
		decode,
		pieces: (ids) => groupIntoCharacters(table, ids),
	};
}

function groupIntoCharacters(table: TokenizerTable, ids: readonly number[]): readonly TokenPiece[] {
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	const pieces: TokenPiece[] = [];
	let held: number[] = [];
	for (const id of ids) {
		held.push(id);
		const text = decoder.decode(decodeTokens(table, [id]), { stream: true });
		if (text === '') continue;
		pieces.push({ text, ids: held });
		held = [];
	}
	return pieces;
}

const estimatedBytesPerToken = 5;

/** About one token for five bytes: lower than any real count, so that no fair request is refused. */
export function estimateTokens(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / estimatedBytesPerToken);
}

/** Cuts text where words begin; used when the vocabulary is not there. */
export function wordPieces(text: string): readonly TokenPiece[] {
	return (text.match(/\s*\S{1,6}|\s+/gu) ?? []).map((word) => ({ text: word, ids: [] }));
}

/** Without a vocabulary. */
export function estimatingTokenizer(): ModelTokenizer {
	return { exact: false, count: estimateTokens, encode: () => [], decode: () => '', pieces: () => [] };
}
