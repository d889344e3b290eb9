/** Which strings of a text a loaded tokenizer takes for structure. */
import { specialStringsOf, type TokenizerManifest } from './manifest.ts';
import type { TokenizerTable } from './tokenizer-table.ts';

/**
 * What user text must not be able to forge (ruling N4): the manifest's special strings and those that set-up wrote
 * beside the vocabulary.
 */
export function loadedSpecialStrings(manifest: TokenizerManifest, table: TokenizerTable): readonly string[] {
	// A SentencePiece table mixes symbols for ordinary strings (`'s`, `***`) into its special ones.
	return table.kind === 'byte-bpe' ? [...table.specials.keys()] : specialStringsOf(manifest, table.family);
}
