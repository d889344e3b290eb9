/** How long a full window of GLM takes to prepare, next to a fitter that counts the whole prompt after each removal. */
import { PrepareClient } from '#adapters/system/prepare-client';
import { systemClock } from '#adapters/system/system-clock';
import { admit } from '#core/novelai/prompt/admit';
import { type FitOptions, fitPrompt } from '#core/novelai/prompt/fit-prompt';
import type { Piece, PromptLayout } from '#core/novelai/prompt/layout';
import { renderChat } from '#core/novelai/prompt/render-chat';
import { lastResortSteps, poolOrder, trimSteps } from '#core/novelai/prompt/trim-order';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import { createPolisher } from '#core/text/polish';
import { hasOversizedRun } from '#core/text/unbroken-run';
import { newEncoder } from '#core/tokenizer/new-encoder';
import type { TokenizerTable } from '#core/tokenizer/tokenizer-table';
import type { StructuredContextItem } from '#domain/context-item';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import { EMPTY_SAMPLING } from '#domain/sampling';
import { availableTable } from './available-table.ts';
import { type BenchRow, rowOf, unmeasuredRow } from './bench-row.ts';
import { benchText } from './bench-text.ts';

const windowTokens = 28_672;
const messagesCount = 100;
const loreCount = 200;
const memoriesCount = 100;
const samplesCount = 15;
/** Words of a message: together more than the window holds. */
const wordsPerMessage = 320;
const wordsPerSample = 60;
const wordsPerMemory = 40;
const wordsPerLore = 30;
const naiveSamplesMax = 3;
const targetMs = 25;
const beatMs = 1;
const stallTargetMs = 5;

/** Rows for a first preparation and for later ones; the naive fitter's figure and the ratio stand beside the latter. */
export async function benchPrompts(samples: number): Promise<BenchRow[]> {
	const name = `prepare ${windowTokens} tokens`;
	const [table, kayra] = [await availableTable('glm46'), await availableTable('nerdstash_v2')];
	if (table === undefined || kayra === undefined) return [unmeasuredRow(name, 'no glm46 vocabulary')];
	const request = requestOf(itemsOf(kayra));
	const run = () => {
		const prepared = preparePrompt(request, 'opus', tokenizerOf(table));
		if (!prepared.ok) throw new Error(prepared.error.code);
		return prepared.value.report;
	};
	const cold = rowOf(`${name}, first`, 'ms', [timed(run)]);
	for (let round = 0; round < samples; round += 1) run();
	const warm = rowOf(
		`${name}, warm`,
		'ms',
		Array.from({ length: samples * 3 }, () => timed(run)),
	);
	const options = fitOptionsOf(request, table);
	const fitting = rowOf(
		'',
		'ms',
		Array.from({ length: samples }, () => timed(() => fitPrompt({ ...options, counter: newEncoder(table) }))),
	);
	const naive = rowOf(
		'',
		'ms',
		Array.from({ length: naiveSamplesMax }, () => timed(() => fitNaively({ ...options, counter: newEncoder(table) }))),
	);
	const { inputTokens, trimmed } = run();
	const ratio = (naive.median / fitting.median).toFixed(0);
	const note = `${inputTokens} tokens, ${trimmed.length} trimmed; fitting alone ${fitting.median.toFixed(1)} ms, counting all after each removal ${naive.median.toFixed(0)} ms, ${ratio} times as long`;
	return [cold, { ...warm, target: { max: targetMs, of: 'median' }, note }, ...(await workerRows(request, samples))];
}

/** The same in the program's own worker, with the way there and back, and how late the main loop is meanwhile. */
async function workerRows(request: PromptRequest, samples: number): Promise<BenchRow[]> {
	const silent = () => {};
	const log = { debug: silent, info: silent, warn: silent, error: silent };
	const extra = process.env['TOKENIZER_ASSET_DIR'];
	const client = new PrepareClient({ directories: extra ? [extra] : [], clock: systemClock, log });
	const took: number[] = [];
	const late: number[] = [];
	let beat = performance.now();
	const watch = setInterval(() => {
		late.push(Math.max(0, performance.now() - beat - beatMs));
		beat = performance.now();
	}, beatMs);
	for (let round = -samples; round < samples * 3; round += 1) {
		const startMs = performance.now();
		const prepared = await client.prepare(request, 'opus', new AbortController().signal);
		if (!prepared.ok) throw new Error(prepared.error.code);
		if (round >= 0) took.push(performance.now() - startMs);
		else late.length = 0;
	}
	clearInterval(watch);
	client.close();
	const name = `prepare ${windowTokens} tokens in the worker`;
	return [
		rowOf(name, 'ms', took),
		{ ...rowOf(`${name}, main loop late`, 'ms', late), target: { max: stallTargetMs, of: 'worst' } },
	];
}

function timed(run: () => unknown): number {
	const startMs = performance.now();
	run();
	return performance.now() - startMs;
}

function tokenizerOf(table: TokenizerTable) {
	const specialStrings = table.kind === 'byte-bpe' ? [...table.specials.keys()] : [];
	// Every preparation opens its own encoder, as the worker does.
	return { counter: newEncoder(table), specialStrings, approximate: false, hasOversizedRun };
}

/** Words from one long made-up text, so that no two pieces are alike. */
function itemsOf(kayra: TokenizerTable): readonly StructuredContextItem[] {
	const total =
		messagesCount * wordsPerMessage +
		samplesCount * 2 * wordsPerSample +
		memoriesCount * wordsPerMemory +
		loreCount * wordsPerLore;
	const words = benchText(kayra, 'english', total).trim().split(' ');
	const take = (count: number): string => words.splice(0, count).join(' ');
	const of = (count: number, make: (index: number) => StructuredContextItem[]): StructuredContextItem[] =>
		Array.from({ length: count }, (_, index) => make(index)).flat();
	return [
		{ role: 'system', tag: 'SYSTEM_PERSONALITY', text: take(0) || 'Tomori is kind.', identity: 'personality' },
		{
			role: 'system',
			tag: 'KNOWLEDGE_SERVER_MEMORIES',
			text: '',
			identity: 'server-memories',
			completionEntries: Array.from({ length: memoriesCount }, (_, index) => ({
				identity: `memory:server:${index}`,
				text: take(wordsPerMemory),
				recencyMs: index,
			})),
		},
		...of(loreCount, (index) => [
			{
				role: 'system',
				tag: 'KNOWLEDGE_LOREBOOK',
				text: take(wordsPerLore),
				identity: `lorebook:${index}`,
				lore: { activation: index % 4 === 0 ? 'always' : 'activated', position: 'before', insertionOrder: index },
			},
		]),
		...of(samplesCount, (index) => [
			line('DIALOGUE_SAMPLE', `sample:${index}`, 'Ellen', take(wordsPerSample)),
			line('DIALOGUE_SAMPLE', `sample:${index}`, 'Tomori', take(wordsPerSample)),
		]),
		...of(messagesCount, (index) => [
			line('DIALOGUE_HISTORY', `history:${index}`, index % 2 === 0 ? 'Ellen' : 'Tomori', take(wordsPerMessage)),
		]),
	];
}

function line(
	tag: 'DIALOGUE_SAMPLE' | 'DIALOGUE_HISTORY',
	identity: string,
	...[name, text]: readonly [name: string, text: string]
): StructuredContextItem {
	const isPersona = name === 'Tomori';
	return {
		role: isPersona ? 'model' : 'user',
		tag,
		text: `${name}: ${text}`,
		completionText: text,
		identity,
		sender: { name, type: isPersona ? 'persona' : 'user' },
	};
}

function requestOf(items: readonly StructuredContextItem[]): PromptRequest {
	return {
		codename: 'glm-4-6',
		items,
		personaName: 'Tomori',
		personaAliases: [],
		attg: EMPTY_ATTG,
		sampling: EMPTY_SAMPLING,
		isFallbackAttempt: false,
		thinkingLevel: 'auto',
		maxOutputTokens: null,
		stopStrings: [],
		triggerMessageId: `${messagesCount - 2}`,
	};
}

/** The same conversation as fitting gets it. */
function fitOptionsOf(request: PromptRequest, table: TokenizerTable): FitOptions {
	const tokenizer = tokenizerOf(table);
	const { items, triggerMessageId } = request;
	const polish = createPolisher(['Tomori']);
	const pieces = admit({ items, personaLabel: 'Tomori', triggerMessageId, tokenizer, polish });
	const layout: PromptLayout = {
		...pieces,
		personaLabel: 'Tomori',
		startTokens: '',
		systemPrompt: null,
		attgLine: null,
		personality: pieces.personality.map(({ text }) => text),
		prefill: null,
		thinking: false,
	};
	return {
		layout,
		render: renderChat,
		counter: tokenizer.counter,
		windowTokens,
		poolTokens: Math.floor(windowTokens / 5),
		reserveTokens: 0,
		outputTokens: 1_024,
		outputTokensFloor: 64,
		promptCharactersMax: null,
	};
}

/** What one would write without much thought. */
function fitNaively({ layout, render, counter, poolTokens, outputTokens }: FitOptions): string {
	const gone = new Set<Piece>();
	const rendered = (): string => {
		const keep = <Kept extends Piece>(pieces: readonly Kept[]) => pieces.filter((piece) => !gone.has(piece));
		const { memories, constantLore, activatedLore, samples, history } = layout;
		return render({
			...layout,
			memories: keep(memories),
			constantLore: keep(constantLore),
			activatedLore: keep(activatedLore),
			samples: keep(samples),
			history: keep(history),
		});
	};
	const pool = poolOrder(layout);
	for (const piece of pool) {
		const left = pool.filter((one) => !gone.has(one)).map((one) => one.line);
		if (counter.count(left.join('\n')) <= poolTokens) break;
		gone.add(piece);
	}
	let prompt = rendered();
	for (const step of [...trimSteps(layout), ...lastResortSteps(layout.history)]) {
		if (counter.count(prompt) + outputTokens <= windowTokens) break;
		for (const piece of step) gone.add(piece);
		prompt = rendered();
	}
	return prompt;
}
