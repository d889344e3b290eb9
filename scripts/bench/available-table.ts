/** The table of a family, when this machine has its vocabulary; for benches and tests, which read TOKENIZER_ASSET_DIR. */
import { loadTokenizer } from '#adapters/tokenizers/load-tokenizer';
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import type { TokenizerTable } from '#core/tokenizer/tokenizer-table';

/** Undefined when no folder holds the vocabulary; throws when one holds a file that is not the pinned vocabulary. */
export async function availableTable(family: string): Promise<TokenizerTable | undefined> {
	const loaded = await loadTokenizer(family, { directories: tokenizerDirectories(process.env['TOKENIZER_ASSET_DIR']) });
	if (loaded.ok) return loaded.value;
	if (loaded.error.kind === 'missing') return undefined;
	throw new Error(loaded.error.detail);
}
