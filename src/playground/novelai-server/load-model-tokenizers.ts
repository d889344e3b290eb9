/** Finds a tokenizer for each model, the real one where it is provisioned. */

import { loadTokenizer } from '#adapters/tokenizers/load-tokenizer';
import type { TokenizerTable } from '#core/tokenizer/tokenizer-table';
import type { TokenizerFamily } from './model-catalog.ts';
import { estimatingTokenizer, exactTokenizer, type ModelTokenizer } from './token-pieces.ts';

/** Erato's own vocabulary differs from Llama 3's only in its special strings, so the latter serves when the former is absent. */
const candidates: Readonly<Record<TokenizerFamily, readonly string[]>> = {
	nerdstash_v2: ['nerdstash_v2'],
	glm46: ['glm46'],
	llama3: ['llama3nai', 'llama3'],
};

/** The table of a family, undefined when this machine does not have its vocabulary. */
export type TableLoader = (family: string) => Promise<TokenizerTable | undefined>;

/** Looks in folders; the first usable file wins. */
export function loadFromDirectories(directories: readonly string[]): TableLoader {
	return async (family) => {
		const loaded = await loadTokenizer(family, { directories });
		return loaded.ok ? loaded.value : undefined;
	};
}

/** A tokenizer per family, loaded on first use. */
export class ModelTokenizers {
	readonly #load: TableLoader;

	constructor(load: TableLoader) {
		this.#load = load;
	}

	/** The real one, or one that estimates (`exact: false`). */
	async of(family: TokenizerFamily): Promise<ModelTokenizer> {
		for (const name of candidates[family]) {
			const table = await this.#load(name);
			if (table !== undefined) return exactTokenizer(table);
		}
		return estimatingTokenizer();
	}
}
