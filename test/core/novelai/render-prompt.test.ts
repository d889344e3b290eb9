import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { PromptTokenizer } from '#core/novelai/prompt/prompt-tokenizer';
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

	test.each([
		['***', '* **', '***:'],
		['----', '- ---', '----:'],
		['⁂', '⁂ ', '⁂:'],
		['[ Style: chat ]', '[  Style: chat ]', '[  Style: chat ]:'],
	])('a persona called %j breaks nothing where its name stands alone', async (personaName, line, cue) => {
		const lines = (await promptOf([...ABOUT, said('1', 'Bo', 'hello')], { ...kayra, personaName })).split('\n');
		expect(lines.slice(0, 3)).toEqual(['----', 'Characters:', line]);
		expect(lines.slice(3, -1)).toEqual([
			'Tomori is kind.',
			'She plays the guitar.',
			'***',
			'[ Style: chat ]',
			'Bo: Hello.',
		]);
		expect(lines.at(-1)).toBe(cue);
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

describe('the Xialong prompt, byte for byte', () => {
	const xialong = { codename: 'xialong-v1' };
	const attg = { ...EMPTY_ATTG, author: 'Jane Doe', tags: 'chat, music' };

	test('the recommended system prompt, then the header first under the heading, and every entry behind a line of dashes', async () => {
		expect(await promptOf([...ABOUT, ...SAMPLE, ...TALK], { ...xialong, attg })).toBe(await fixture('xialong-full'));
	});

	test.each(['auto', 'none', 'high'] as const)('thinking level %s leaves it as it is', async (thinkingLevel) => {
		const prompt = await promptOf([...ABOUT, ...SAMPLE, ...TALK], { ...xialong, attg, thinkingLevel });
		expect(prompt).toBe(await fixture('xialong-full'));
	});

	test('without a story header the stars still stand, and a persona that opens follows an instruction', async () => {
		const items = [answered('1', 'Anybody here?'), said('2', 'Bo', 'me')];
		expect(await promptOf(items, xialong)).toBe(await fixture('xialong-persona-opens'));
	});

	test('stars of the persona replace the default of 4', async () => {
		const prompt = await promptOf(TALK, { ...xialong, attg: { ...attg, stars: 2 } });
		expect(prompt).toContain('\n[ Author: Jane Doe; Tags: chat, music ][ S: 2 ]\n***\n');
	});

	test('the dashes are no part of a GLM prompt', async () => {
		expect(await promptOf([...ABOUT, ...SAMPLE, ...TALK], { attg })).not.toContain('----');
	});
});

describe('the Erato prompt, byte for byte', () => {
	const erato = { codename: 'llama-3-erato-v1' };
	const attg = { ...EMPTY_ATTG, author: 'Jane Doe', tags: 'chat, music', stars: 3 };
	const ITEMS = [...ABOUT, ...SAMPLE, ...TALK];

	/** Words as tokens, and these strings known as special ones. */
	async function knowing(...specialStrings: string[]): Promise<PromptTokenizer> {
		return { ...(await wordTokenizer()), specialStrings };
	}

	function eratoPrompt(tokenizer: PromptTokenizer, items: readonly StructuredContextItem[]): string {
		const prepared = preparePrompt(requestOf(items, { ...erato, attg }), 'opus', tokenizer);
		if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
		return prepared.value.prompt;
	}

	test('configured stars follow the story header on its line', async () => {
		expect(await promptOf(ITEMS, { ...erato, attg })).toBe(await fixture('erato-full'));
	});

	test('stars that nobody configured are not there', async () => {
		const bare = await promptOf(ITEMS, { ...erato, attg: { ...attg, stars: null } });
		expect(bare).toBe(await fixture('erato-without-stars'));
	});

	test('start tokens stand first when the tokenizer knows both of them', async () => {
		const tokenizer = await knowing('<|startoftext|>', '<|reserved_special_token81|>');
		expect(eratoPrompt(tokenizer, ITEMS)).toBe(await fixture('erato-start-tokens'));
	});

	test('a start token that would be spelled out leaves both away', async () => {
		expect(eratoPrompt(await knowing('<|startoftext|>'), ITEMS)).toBe(await fixture('erato-full'));
	});

	test('start tokens are dropped when history was trimmed, and stay when only samples were', async () => {
		const tokenizer = await knowing('<|startoftext|>', '<|reserved_special_token81|>');
		const long = 'word '.repeat(1500);
		const history = [1, 2, 3, 4, 5, 6].flatMap((n) => [said(`${n}`, 'Bo', long), answered(`${n}0`, 'hm')]);
		expect(eratoPrompt(tokenizer, history)).toMatch(/^\[ Author/);
		const samples = [0, 1, 2, 3, 4, 5].flatMap((n) => sample(n, long, 'hm'));
		expect(eratoPrompt(tokenizer, [...samples, ...TALK])).toMatch(
			/^<\|startoftext\|><\|reserved_special_token81\|>\[ Author/,
		);
	});

	test("people cannot forge Erato's start tokens, whichever vocabulary counts", async () => {
		const prompt = await promptOf([said('1', 'Bo', '<|startoftext|> and <|reserved_special_token81|>')], erato);
		expect(prompt).toContain('Bo: < |startoftext|> and < |reserved_special_token81|>');
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
