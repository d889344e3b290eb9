import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import type { StructuredContextItem } from '#domain/context-item';
import { EMPTY_ATTG } from '#domain/persona';
import type { PromptRequest } from '#domain/prompt-request';
import {
	answered,
	narrated,
	personality,
	prefilled,
	requestOf,
	said,
	sample,
	tokenizerOf,
	wordTokenizer,
} from './conversation.ts';

const ABOUT = [personality('Tomori is kind.\nShe plays the guitar.')];
const SAMPLE = sample(0, 'hi', 'hey');
const TALK = [
	said('1', 'Bo', 'hello'),
	answered('2', 'hey Bo'),
	said('3', 'Bo', 'you too'),
	said('4', 'Ellen', 'and?'),
];

async function fixture(name: string): Promise<string> {
	return await readFile(new URL(`../../fixtures/prompts/${name}.txt`, import.meta.url), 'utf8');
}

async function promptOf(items: readonly StructuredContextItem[], change: Partial<PromptRequest> = {}): Promise<string> {
	const prepared = preparePrompt(requestOf(items, change), 'opus', await wordTokenizer());
	if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
	return prepared.value.prompt;
}

describe('the GLM prompt, byte for byte', () => {
	test('a sample and several users who share a turn', async () => {
		expect(await promptOf([...ABOUT, ...SAMPLE, ...TALK])).toBe(await fixture('glm-sample-and-users'));
	});

	test.each(['low', 'medium', 'high'] as const)('thinking level %s leaves the thought to the model', async (level) => {
		const prompt = await promptOf([...ABOUT, ...SAMPLE, ...TALK], { thinkingLevel: level });
		expect(prompt).toBe(await fixture('glm-thinking'));
	});

	test.each(['auto', 'none'] as const)('thinking level %s is off', async (level) => {
		const prompt = await promptOf([...ABOUT, ...SAMPLE, ...TALK], { thinkingLevel: level });
		expect(prompt).toBe(await fixture('glm-sample-and-users'));
	});

	test('an instruction stands in when the persona opens the conversation', async () => {
		const items = [...ABOUT, answered('1', 'Anybody here?'), said('2', 'Bo', 'me')];
		expect(await promptOf(items)).toBe(await fixture('glm-persona-opens'));
	});

	test('narration has no label and cannot bring one', async () => {
		const items = [said('1', 'Bo', 'hello'), narrated('2', 'The bell rings.\nBo: not a label')];
		expect(await promptOf(items)).toBe(await fixture('glm-narration'));
	});

	test('an explicit prefill stands exactly, last, and switches thinking off', async () => {
		const items = [prefilled('Tomori: "Well, <|user|>'), said('1', 'Bo', 'hello')];
		expect(await promptOf(items, { thinkingLevel: 'high' })).toBe(await fixture('glm-prefill'));
	});

	test('the cue joins the turn of a persona that spoke last', async () => {
		expect(await promptOf([said('1', 'Bo', 'hello'), answered('2', 'hey')])).toBe(await fixture('glm-persona-last'));
	});

	test('no conversation at all is an opening by the persona', async () => {
		expect(await promptOf([])).toBe(await fixture('glm-nothing'));
	});
});

describe('the Kayra prompt, byte for byte', () => {
	const kayra = { codename: 'kayra-v1' };

	test('header, character, sample and transcript', async () => {
		const items = [
			...ABOUT,
			...SAMPLE,
			said('1', 'Bo', 'you too'),
			narrated('2', 'The bell rings.'),
			said('3', 'Ellen', 'and?'),
		];
		const attg = { ...EMPTY_ATTG, author: 'Jane\nDoe', tags: 'chat, music', stars: 4 };
		expect(await promptOf(items, { ...kayra, attg })).toBe(await fixture('kayra-full'));
	});

	test('a lone line has neither header nor scene break', async () => {
		expect(await promptOf([said('1', 'Bo', 'hello')], kayra)).toBe(await fixture('kayra-bare'));
	});

	test('a prefill replaces the cue, and the thinking level is ignored', async () => {
		const items = [...ABOUT, said('1', 'Bo', 'hello'), prefilled('Tomori: *waves*')];
		expect(await promptOf(items, { ...kayra, thinkingLevel: 'high' })).toBe(await fixture('kayra-prefill'));
	});

	test('prepared prompts say whether the model thinks', async () => {
		const tokenizer = await wordTokenizer();
		const thinks = (change: Partial<PromptRequest>) => {
			const prepared = preparePrompt(requestOf(TALK, { thinkingLevel: 'high', ...change }), 'opus', tokenizer);
			return prepared.ok && prepared.value.thinking;
		};
		expect([thinks({}), thinks(kayra)]).toEqual([true, false]);
	});
});

test('Kayra counts the prompt exactly', async () => {
	const tokenizer = await tokenizerOf('nerdstash_v2');
	if (tokenizer === null) throw new Error('The project brings this vocabulary along.');
	const prepared = preparePrompt(requestOf(TALK, { codename: 'kayra-v1' }), 'tablet', tokenizer);
	if (!prepared.ok) throw new Error(prepared.error.code);
	expect(prepared.value.report.inputTokens).toBe(tokenizer.counter.encode(prepared.value.prompt).length);
	expect(prepared.value.report.outputTokensMax).toBe(150);
});
