/** Families whose special strings were written beside the vocabulary at set-up. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadTokenizer } from '#adapters/tokenizers/load-tokenizer';
import { projectTokenizersDirectory } from '#adapters/tokenizers/tokenizer-directories';
import { newEncoder } from '#core/tokenizer/new-encoder';

const llama = await loadTokenizer('llama3', { directories: [projectTokenizersDirectory()] });
const why = llama.ok ? '' : ' (skipped: no llama3 vocabulary; setup:tokenizers derives it)';
const root = await mkdtemp(join(tmpdir(), 'special-strings-'));
afterAll(() => rm(root, { recursive: true, force: true }));

async function folderWith(specials: string | undefined): Promise<string> {
	const folder = await mkdtemp(join(root, 'folder-'));
	await copyFile(join(projectTokenizersDirectory(), 'llama3.ranks.bin.br'), join(folder, 'llama3nai.ranks.bin.br'));
	if (specials !== undefined) await writeFile(join(folder, 'llama3nai.specials.json'), specials);
	return folder;
}

describe('llama3nai', () => {
	test.skipIf(!llama.ok)(`is Llama 3 with the special strings of the file, and exact${why}`, async () => {
		const directories = [await folderWith('{"<|startoftext|>":128000,"⁂":128041}')];
		const loaded = await loadTokenizer('llama3nai', { directories });
		if (!loaded.ok || !llama.ok) throw new Error('not loaded');
		expect(newEncoder(loaded.value).encode('<|startoftext|>Hello⁂')).toEqual([128_000, 9906, 128_041]);
		expect(newEncoder(llama.value).encode('<|startoftext|>').length).toBeGreaterThan(1);
		expect([loaded.value.approximate, llama.value.approximate]).toEqual([false, true]);
	});

	test.skipIf(!llama.ok)(`is missing without the file${why}`, async () => {
		const loaded = await loadTokenizer('llama3nai', { directories: [await folderWith(undefined)] });
		expect(loaded).toMatchObject({ ok: false, error: { kind: 'missing', family: 'llama3nai' } });
	});

	test.skipIf(!llama.ok)(`is invalid with a file that is no record of ids${why}`, async () => {
		const loaded = await loadTokenizer('llama3nai', { directories: [await folderWith('["<|startoftext|>"]')] });
		expect(loaded).toMatchObject({ ok: false, error: { kind: 'invalid', family: 'llama3nai' } });
	});
});
