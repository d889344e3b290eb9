/** Builds NovelAI's own encoder, nai-js-tokenizer, from one of our tables, to compare with. */
import { Encoder } from 'nai-js-tokenizer';
import { tokenBytes } from '#core/tokenizer/compact-table';
import type { TokenizerTable } from '#core/tokenizer/tokenizer-table';

const byteLevelPattern =
	"'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/**
 * NovelAI's own pattern for Kayra is not in the package. But for 36 pieces of full-width signs and a space, no piece spans
 * two matches of this one; and words must be short, since this encoder is quadratic in them.
 */
const sentencePiecePattern = ' ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+';

/** The encoder over a table of ours, ready to use. */
export function naiJsEncoder(table: TokenizerTable): Encoder {
	return naiJsBuilder(table)();
}

/**
 * What the encoder is built from, and the building itself apart from it, so that its cost can be measured alone. Merges
 * are keyed by what they make, so the pair's own parts need not be known.
 */
export function naiJsBuilder(table: TokenizerTable): () => Encoder {
	const vocabulary: Record<string, number> = {};
	const merges: string[][] = [];
	const spell = table.kind === 'byte-bpe' ? byteLevelSpelling() : utf8Spelling();
	for (let id = 0; id < table.index.table.size; id += 1) {
		const spelling = spell(tokenBytes(table.index.table, id));
		vocabulary[spelling] = id;
		if (spelling.length > 1 && !isByteSpelling(table, id)) merges.push([spelling, '']);
	}
	for (const [text, id] of table.specials) vocabulary[text] = id;
	const splitRegex = table.kind === 'byte-bpe' ? byteLevelPattern : sentencePiecePattern;
	const specials = [...table.specials.keys()];
	return () => new Encoder(vocabulary, merges, specials, { splitRegex, maxEncodeChars: 0, ignoreMerges: true });
}

function isByteSpelling(table: TokenizerTable, id: number): boolean {
	return table.kind === 'sentencepiece-bpe' && id < table.firstByteId + 256;
}

function utf8Spelling(): (bytes: Uint8Array) => string {
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	return (bytes) => decoder.decode(bytes);
}

/** Printable Latin-1 stands for itself, the other bytes for U+0100 and on. */
function byteLevelSpelling(): (bytes: Uint8Array) => string {
	const characters: string[] = [];
	let moved = 0x100;
	for (let byte = 0; byte < 256; byte += 1) {
		const printable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte !== 0xad);
		characters.push(String.fromCharCode(printable ? byte : moved));
		if (!printable) moved += 1;
	}
	return (bytes) => Array.from(bytes, (byte) => characters[byte]).join('');
}
