/** Measures loading and counting of every family on this machine, next to NovelAI's own nai-js-tokenizer. */
import { join } from 'node:path';
import { readManifest } from '#adapters/tokenizers/read-manifest';
import { readVocabulary } from '#adapters/tokenizers/read-vocabulary';
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import type { TokenizerDefinition } from '#core/tokenizer/manifest';
import { newEncoder } from '#core/tokenizer/new-encoder';
import { buildTokenizerTable, type TokenizerTable } from '#core/tokenizer/tokenizer-table';
import { availableTable } from './available-table.ts';
import { type BenchRow, rowOf } from './bench-row.ts';
import { type BenchLanguage, benchText } from './bench-text.ts';
import { naiJsBuilder, naiJsEncoder } from './nai-js-encoder.ts';

const families = ['nerdstash_v2', 'glm46', 'llama3'];
const languages: readonly BenchLanguage[] = ['english', 'japanese'];

/** Tokens a text should have, about: a full window of GLM. */
const targetTokens = 28_000;

const samplesMax = 15;

/** NovelAI's encoder takes a quarter of a second to build, so it gets fewer samples. */
const naiJsSamplesMax = 3;

/** Rows for every family whose vocabulary is here; the others are left out. */
export async function benchTokenizers(): Promise<BenchRow[]> {
	const { families: definitions } = await readManifest();
	const kayra = await availableTable('nerdstash_v2');
	if (kayra === undefined) return [];
	const rows: BenchRow[] = [];
	for (const family of families) {
		const definition = definitions[family];
		const table = await availableTable(family);
		if (table === undefined || definition === undefined) continue;
		rows.push(await loadRow(table, definition));
		for (const language of languages) rows.push(...countRows(table, sizedText(kayra, table, language), language));
	}
	return rows;
}

/** NovelAI's encoder starts from a parsed definition, so reading and decompressing are on our side only. */
async function loadRow(served: TokenizerTable, definition: TokenizerDefinition): Promise<BenchRow> {
	const { family } = served;
	const samples: number[] = [];
	for (const directory of tokenizerDirectories(process.env['TOKENIZER_ASSET_DIR'])) {
		for (let sample = 0; sample < samplesMax; sample += 1) {
			const startMs = performance.now();
			const raw = await readVocabulary(join(directory, definition.file), definition);
			if (!raw.ok) break;
			const table = buildTokenizerTable(family, definition, raw.value);
			if (table.ok) samples.push(performance.now() - startMs);
		}
	}
	const row = rowOf(`tokenizer ${family} load`, 'ms', samples);
	const build = naiJsBuilder(served);
	const theirs = Array.from({ length: naiJsSamplesMax }, () => {
		const startMs = performance.now();
		build();
		return performance.now() - startMs;
	});
	return { ...row, note: `read, decompress, hash, index; only built: ${besideNaiJs(row.median, theirs)}` };
}

/** The other library's median and how ours compares, below 1 being faster. */
function besideNaiJs(ourMedianMs: number, theirsMs: readonly number[]): string {
	const { median } = rowOf('', 'ms', theirsMs);
	return `nai-js-tokenizer ${median.toFixed(1)} ms, ratio ${(ourMedianMs / median).toFixed(3)}`;
}

/** Words are added in the proportion that a first piece of the text shows. */
function sizedText(kayra: TokenizerTable, table: TokenizerTable, language: BenchLanguage): string {
	const words = 4_000;
	const tokens = newEncoder(table).count(benchText(kayra, language, words));
	return benchText(kayra, language, Math.round((words * targetTokens) / tokens));
}

function countRows(table: TokenizerTable, text: string, language: BenchLanguage): BenchRow[] {
	const ours = sampleCounts(samplesMax, () => {
		const encoder = newEncoder(table);
		return () => encoder.count(text);
	});
	const theirs = sampleCounts(naiJsSamplesMax, () => {
		const encoder = naiJsEncoder(table);
		return () => encoder.encode(text).length;
	});
	const name = `tokenizer ${table.family} ${language}, ${ours.tokens} tokens`;
	return (['first count', 'warm'] as const).map((state) => {
		const row = rowOf(`${name}, ${state}`, 'ms', ours[state]);
		const tokensPerSecond = Math.round((ours.tokens / row.median) * 1000).toLocaleString('en');
		const same = theirs.tokens === ours.tokens ? '' : ` (${theirs.tokens} tokens)`;
		return { ...row, note: `${tokensPerSecond} tokens/s; ${besideNaiJs(row.median, theirs[state])}${same}` };
	});
}

function sampleCounts(
	samples: number,
	open: () => () => number,
): { readonly 'first count': number[]; readonly warm: number[]; readonly tokens: number } {
	const first: number[] = [];
	const warm: number[] = [];
	let tokens = 0;
	for (let sample = 0; sample < samples; sample += 1) {
		const count = open();
		const startMs = performance.now();
		tokens = count();
		const betweenMs = performance.now();
		count();
		first.push(betweenMs - startMs);
		warm.push(performance.now() - betweenMs);
	}
	return { 'first count': first, warm, tokens };
}
