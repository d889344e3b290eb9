/** Erato through the preparation worker: NovelAI's own vocabulary where it is provisioned, Llama 3's in its place. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PrepareClient } from '#adapters/system/prepare-client';
import { loadTokenizer } from '#adapters/tokenizers/load-tokenizer';
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import type { PreparedPrompt } from '#domain/fitting';
import { availableTable } from '../../../scripts/bench/available-table.ts';
import { requestOf, said } from '../../core/novelai/conversation.ts';
import { StillClock } from '../novelai/provider.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const extra = Bun.env['TOKENIZER_ASSET_DIR'] ?? '';
const directories = tokenizerDirectories(extra);
const llama = await availableTable('llama3');
const own = await loadTokenizer('llama3nai', { directories });
const absent = llama === undefined ? ' (skipped: no llama3 vocabulary; setup:tokenizers derives it)' : '';
const why = own.ok ? " (skipped: Erato's own vocabulary is here)" : absent;
const root = await mkdtemp(join(tmpdir(), 'erato-vocabulary-'));
afterAll(() => rm(root, { recursive: true, force: true }));

/** A folder with Llama 3's vocabulary under the name of Erato's, and Erato's special strings as they are thought to be. */
async function folderOfErato(): Promise<string> {
	const folder = await mkdtemp(join(root, 'folder-'));
	for (const directory of directories) {
		await copyFile(join(directory, 'llama3.ranks.bin.br'), join(folder, 'llama3nai.ranks.bin.br')).catch(() => {});
	}
	const specials = { '<|startoftext|>': 128_000, '<|reserved_special_token81|>': 128_089, '<|madeup|>': 128_100 };
	await writeFile(join(folder, 'llama3nai.specials.json'), JSON.stringify(specials));
	return folder;
}

async function prepared(folders: readonly string[]): Promise<PreparedPrompt & { missing: readonly string[] }> {
	const client = new PrepareClient({ directories: folders, clock: new StillClock(), log: quiet });
	try {
		const request = requestOf([said('1', 'Bo', 'a <|madeup|> word')], { codename: 'llama-3-erato-v1' });
		const result = await client.prepare(request, 'opus', new AbortController().signal);
		if (!result.ok) throw new Error(JSON.stringify(result.error));
		return { ...result.value, missing: await client.missingFamilies() };
	} finally {
		client.close();
	}
}

describe('Erato', () => {
	test.skipIf(llama === undefined || own.ok)(
		`counts with Llama 3's vocabulary, says so, and is served${why}`,
		async () => {
			const { report, prompt, missing } = await prepared(extra === '' ? [] : [extra]);
			expect(report.approximate).toBe(true);
			expect(missing).not.toContain('llama3');
			expect(prompt).toBe('[ Style: chat ]\nBo: A <|madeup|> word.\nTomori:');
		},
	);

	test.skipIf(llama === undefined || own.ok)(`counts exactly with its own, start tokens included${why}`, async () => {
		const { report, prompt } = await prepared([await folderOfErato()]);
		expect(report.approximate).toBe(false);
		expect(prompt).toBe('<|startoftext|><|reserved_special_token81|>[ Style: chat ]\nBo: A < |madeup|> word.\nTomori:');
	});
});
