/** Reads the project's tokenizer manifest from its folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseManifest, type TokenizerManifest } from '#core/tokenizer/manifest';
import { projectTokenizersDirectory } from './tokenizer-directories.ts';

/** `tokenizers/manifest.json`, checked; rejects when it is absent or wrong, since it is part of the program. */
export async function readManifest(): Promise<TokenizerManifest> {
	return parseManifest(await readFile(join(projectTokenizersDirectory(), 'manifest.json'), 'utf8'));
}
