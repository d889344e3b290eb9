import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FitOptions, type FittedPrompt, fitPrompt } from '#core/novelai/prompt/fit-prompt';
import type { Entry, PromptLayout } from '#core/novelai/prompt/layout';
import { renderChat, renderPersistentChat } from '#core/novelai/prompt/render-chat';
import { renderStory } from '#core/novelai/prompt/render-story';
import { tokenizerOf } from './conversation.ts';
import { fitSlowly } from './fit-slowly.ts';

const kayra = await tokenizerOf('nerdstash_v2');
if (kayra === null) throw new Error('The project brings this vocabulary along.');
const { counter } = kayra;

function entry(identity: string, side: Entry['side'], words: string): Entry {
	return { identity, side, line: `${side === 'user' ? 'Bo' : 'Tomori'}: ${words}`, turnKey: side, isTrigger: false };
}

/** The identities of what stayed. */
function keptIn({ layout }: FittedPrompt): readonly string[] {
	return [...layout.samples, ...layout.history].map((one) => one.identity);
}

function layoutOf(samples: readonly Entry[], history: readonly Entry[]): PromptLayout {
	return {
		personaLabel: 'Tomori',
		startTokens: '',
		systemPrompt: null,
		attgLine: null,
		personality: ['Tomori is kind.'],
		memories: [],
		constantLore: [],
		activatedLore: [],
		samples,
		history,
		prefill: null,
		thinking: false,
	};
}

function optionsOf(layout: PromptLayout, change: Partial<FitOptions> = {}): FitOptions {
	return {
		layout,
		render: renderStory,
		counter,
		windowTokens: 400,
		poolTokens: 80,
		reserveTokens: 0,
		outputTokens: 100,
		outputTokensFloor: 64,
		promptCharactersMax: null,
		...change,
	};
}

const words = fc.array(fc.constantFrom('hello', 'again…', '"yes."', 'つぎ', '\n', '*nods*'), {
	minLength: 1,
	maxLength: 30,
});
const lines = fc.array(fc.tuple(fc.constantFrom('user' as const, 'persona' as const), words), { maxLength: 24 });
const conversations = fc.record({
	samples: fc.array(fc.tuple(fc.boolean(), words), { maxLength: 5 }),
	lines,
	trigger: fc.nat({ max: 23 }),
	memories: fc.array(fc.tuple(fc.option(fc.nat({ max: 3 })), words), { maxLength: 5 }),
	lore: fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 3 }), words), { maxLength: 5 }),
});

function layoutFrom(given: typeof conversations extends fc.Arbitrary<infer T> ? T : never): PromptLayout {
	const samples = given.samples.flatMap(([hasUser, text], index) => {
		const identity = `sample:${index}`;
		const side = (who: Entry['side']) => ({ ...entry(identity, who, text.join(' ')), turnKey: `${identity}${who}` });
		return hasUser ? [side('user'), side('persona')] : [side('persona')];
	});
	const history = given.lines.map(([side, text], index) => ({
		...entry(`history:${index}`, side, text.join(' ')),
		isTrigger: side === 'user' && index === given.trigger,
	}));
	const memories = given.memories.map(([recencyMs, text], index) => ({
		identity: `memory:${index}`,
		line: `m ${text.join(' ').trim()}`,
		recencyMs,
	}));
	const lore = given.lore.map(([isConstant, insertionOrder, text], index) => ({
		isConstant,
		piece: { identity: `lorebook:${index}`, line: `l ${text.join(' ').trim()}`, insertionOrder },
	}));
	return {
		...layoutOf(samples, history),
		memories,
		constantLore: lore.filter(({ isConstant }) => isConstant).map(({ piece }) => piece),
		activatedLore: lore.filter(({ isConstant }) => !isConstant).map(({ piece }) => piece),
	};
}

describe('fitting', () => {
	test.each([
		['story', renderStory],
		['chat', renderChat],
		['persistent chat', renderPersistentChat],
	])('the %s prompt is that of removing one step after the other', (_name, render) => {
		const limits = fc.record({
			windowTokens: fc.integer({ min: 80, max: 900 }),
			outputTokens: fc.integer({ min: 1, max: 300 }),
			poolTokens: fc.integer({ min: 0, max: 200 }),
		});
		fc.assert(
			fc.property(conversations, limits, (given, { windowTokens, outputTokens, poolTokens }) => {
				const outputTokensFloor = Math.min(64, outputTokens);
				const change = { render, windowTokens, poolTokens, outputTokens, outputTokensFloor, reserveTokens: 7 };
				const options = optionsOf(layoutFrom(given), change);
				const fitted = fitPrompt(options);
				expect(fitted.ok ? fitted.value : null).toEqual(fitSlowly(options));
				if (fitted.ok) {
					const { inputTokens, outputTokens: output } = fitted.value;
					expect(inputTokens + output + 7).toBeLessThanOrEqual(windowTokens);
				}
			}),
			{ numRuns: 300 },
		);
	});

	test('a hundred exchanges are counted once, line by line, and the chosen prompt once as a whole', () => {
		const counted: string[] = [];
		const counting = {
			encode: counter.encode.bind(counter),
			count(text: string) {
				counted.push(text);
				return counter.count(text);
			},
		};
		const history = Array.from({ length: 200 }, (_, index) =>
			entry(`history:${index}`, index % 2 === 0 ? 'user' : 'persona', `some words of a long talk ${index}`),
		);
		const fitted = fitPrompt(optionsOf(layoutOf([], history), { counter: counting }));
		if (!fitted.ok) throw new Error(fitted.error.code);
		expect(fitted.value.trimmed.length).toBeGreaterThan(100);
		expect(counted.filter((text) => text.split('\n').length > 2)).toEqual([fitted.value.prompt]);
		expect(new Set(counted).size).toBe(counted.length);
	});

	test('where lines do not add up, whole prompts are counted and nothing is wrong', () => {
		const odd = { encode: counter.encode.bind(counter), count: (text: string) => Math.ceil(text.length / 3.7) };
		const history = Array.from({ length: 60 }, (_, index) =>
			entry(`history:${index}`, index % 2 === 0 ? 'user' : 'persona', 'words '.repeat((index % 7) + 1)),
		);
		const options = optionsOf(layoutOf([], history), { counter: odd });
		const fitted = fitPrompt(options);
		expect(fitted.ok ? fitted.value : null).toEqual(fitSlowly(options));
	});

	test('extra samples leave from the last one on, then the oldest exchanges; the first sample stays', () => {
		const samples = [0, 1, 2].map((index) => entry(`sample:${index}`, 'persona', 'words '.repeat(10)));
		const history = [1, 2, 3, 4].flatMap((id) => [
			entry(`history:${id}`, 'user', 'words '.repeat(10)),
			entry(`history:${id}0`, 'persona', 'words '.repeat(10)),
		]);
		const fitted = fitPrompt(optionsOf(layoutOf(samples, history), { windowTokens: 100 + 120 }));
		if (!fitted.ok) throw new Error(fitted.error.code);
		expect(fitted.value.trimmed.map((one) => one.identity)).toEqual([
			'sample:2',
			'sample:1',
			'history:1',
			'history:10',
			'history:2',
			'history:20',
		]);
	});

	test('the trigger stays when its exchange leaves', () => {
		const history = [
			entry('history:1', 'user', 'before '.repeat(20)),
			{ ...entry('history:2', 'user', 'the question'), isTrigger: true },
			entry('history:3', 'persona', 'an answer '.repeat(20)),
			entry('history:4', 'user', 'x'),
			entry('history:5', 'persona', 'y'),
			entry('history:6', 'user', 'z'),
		];
		const fitted = fitPrompt(optionsOf(layoutOf([], history), { windowTokens: 150 }));
		if (!fitted.ok) throw new Error(fitted.error.code);
		expect(fitted.value.trimmed.map((one) => one.identity)).toEqual(['history:1', 'history:3']);
		expect(keptIn(fitted.value)).toContain('history:2');
	});

	test('the output shrinks only when nothing is left to remove, and down to its floor at most', () => {
		const floor = layoutOf([], [entry('history:1', 'user', 'word '.repeat(100))]);
		const inputTokens = counter.count(renderStory(floor));
		const within = (windowTokens: number) => fitPrompt(optionsOf(floor, { windowTokens }));
		const shrunk = within(inputTokens + 64);
		expect(shrunk.ok && shrunk.value.outputTokens).toBe(64);
		expect(within(inputTokens + 63)).toEqual({
			ok: false,
			error: { code: 'floor-too-large', inputTokens, windowTokens: inputTokens + 63 },
		});
	});

	test('a busy channel without an answer of the persona gives up its oldest lines, but not the trigger', () => {
		const talk = Array.from({ length: 60 }, (_, index) =>
			entry(`history:${index}`, 'user', 'some words of many people'),
		);
		const history = talk.map((line, index) => ({ ...line, isTrigger: index === 40 }));
		const fitted = fitPrompt(optionsOf(layoutOf([], history), { windowTokens: 200 }));
		if (!fitted.ok) throw new Error(fitted.error.code);
		const kept = keptIn(fitted.value);
		expect(kept).toContain('history:40');
		expect(kept.at(-1)).toBe('history:59');
		expect(fitted.value.trimmed.map((one) => one.identity).slice(0, 2)).toEqual(['history:0', 'history:1']);
		expect(fitted.value.outputTokens).toBeGreaterThanOrEqual(64);
	});

	test('a prompt over a million units is refused before anything is counted', () => {
		const uncounted = {
			encode: () => [],
			count: () => {
				throw new Error('This text must not be counted.');
			},
		};
		const huge = layoutOf([], [entry('history:1', 'user', 'word '.repeat(200_001))]);
		expect(fitPrompt(optionsOf(huge, { counter: uncounted }))).toEqual({
			ok: false,
			error: { code: 'prompt-too-long' },
		});
	});

	test('memories beyond their share are neither counted nor a reason to refuse, however long they are together', () => {
		const counted: string[] = [];
		const counting = {
			encode: () => [],
			count(text: string) {
				counted.push(text);
				return text.split(' ').length;
			},
		};
		const memories = Array.from({ length: 300 }, (_, index) => ({
			identity: `memory:${index}`,
			line: `m${index} ${'word '.repeat(index < 297 ? 1_000 : 9).trim()}`,
			recencyMs: index,
		}));
		const layout = { ...layoutOf([], [entry('history:1', 'user', 'hi')]), memories };
		expect(renderStory(layout).length).toBeGreaterThan(1_000_000);
		const fitted = fitPrompt(optionsOf(layout, { counter: counting }));
		if (!fitted.ok) throw new Error(fitted.error.code);
		expect(fitted.value.layout.memories.map(({ identity }) => identity)).toEqual([
			'memory:297',
			'memory:298',
			'memory:299',
		]);
		expect(fitted.value.trimmed).toHaveLength(297);
		expect(counted.filter((text) => text.length > 1_000)).toHaveLength(1);
	});

	test('the API limit on characters trims like the window does', () => {
		const history = Array.from({ length: 40 }, (_, index) => entry(`history:${index}`, 'user', `words ${index}`));
		const talk = history.flatMap((one, index) => [one, entry(`history:a${index}`, 'persona', 'aha')]);
		const fitted = fitPrompt(optionsOf(layoutOf([], talk), { windowTokens: 8192, promptCharactersMax: 500 }));
		if (!fitted.ok) throw new Error(fitted.error.code);
		expect(fitted.value.prompt.length).toBeLessThanOrEqual(500);
		expect(fitted.value.prompt.length).toBeGreaterThan(450);
		const floor = fitPrompt(optionsOf(layoutOf([], talk), { windowTokens: 8192, promptCharactersMax: 50 }));
		expect(floor).toEqual({ ok: false, error: { code: 'prompt-too-long' } });
	});
});
