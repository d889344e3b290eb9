/** Opens an encoder over a shared table. */
import { ByteLevelEncoder } from './byte-level-encoder.ts';
import { SentencePieceEncoder } from './sentencepiece-encoder.ts';
import type { TokenizerTable } from './tokenizer-table.ts';

/** An encoder that also tells what it cost, in merge operations. */
export type TokenEncoder = ByteLevelEncoder | SentencePieceEncoder;

/** A new encoder with an empty cache; one for each fitting, so that nothing one text left behind outlives it. */
export function newEncoder(table: TokenizerTable): TokenEncoder {
	return table.kind === 'byte-bpe' ? new ByteLevelEncoder(table) : new SentencePieceEncoder(table);
}
