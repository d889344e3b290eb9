/** Where tokenizer definitions are looked for, in order. */
import { fileURLToPath } from 'node:url';

/** The project's own `tokenizers/` folder, as an absolute path. */
export function projectTokenizersDirectory(): string {
	return fileURLToPath(new URL('../../../tokenizers/', import.meta.url));
}

/** The project's folder, then `TOKENIZER_ASSET_DIR` (`assetDirectory`) when one is set. */
export function tokenizerDirectories(assetDirectory: string | undefined): readonly string[] {
	const own = projectTokenizersDirectory();
	return assetDirectory === undefined || assetDirectory === '' ? [own] : [own, assetDirectory];
}
