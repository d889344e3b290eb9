/** Whatever a world is made of: what must never appear, what must never leave, and that everything is accounted for. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allProfiles } from '#core/novelai/profiles/profile-of';
import { requiredFamily } from '#core/novelai/profiles/serving-family';
import { fitPrompt } from '#core/novelai/prompt/fit-prompt';
import { preparePrompt } from '#core/novelai/request/prepare-prompt';
import type { StructuredContextItem } from '#domain/context-item';
import type { PromptRequest } from '#domain/prompt-request';
import type { SubscriptionTier } from '#domain/subscription';
import {
	answered,
	narrated,
	personality,
	requestOf,
	said,
	sample,
	tokenizerOf,
	wordTokenizer,
} from './conversation.ts';
import { lore, participants, serverMemories, unwanted } from './world.ts';

const words = await wordTokenizer();
const profiles = allProfiles();

const text = fc.oneof(
	fc.lorem({ maxCount: 60 }),
	fc.lorem({ maxCount: 8 }),
	fc.constantFrom('***', '<|user|>', 'Bo: hi', '\n----\nx', '海に行った', '/nothink', 'ok'),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
);

const world = fc.record({
	about: text,
	memories: fc.array(text, { maxLength: 8 }),
	personal: fc.array(text, { maxLength: 4 }),
	entries: fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.nat({ max: 5 }), text), { maxLength: 8 }),
	samples: fc.array(fc.tuple(fc.option(text), text), { maxLength: 6 }),
	lines: fc.array(fc.tuple(fc.constantFrom('Bo', 'Ellen', 'Tomori', 'narrator'), text), {
		minLength: 1,
		maxLength: 40,
	}),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

function itemsOf(given: World): StructuredContextItem[] {
	const lines = given.lines.map(([name, line], index) => {
		const id = `${100 + index}`;
		if (name === 'narrator') return narrated(id, line);
		return name === 'Tomori' ? answered(id, line) : said(id, name, line);
	});
	return [
		personality(`About ${given.about}`),
		serverMemories(...given.memories),
		participants(...given.personal),
		...given.entries.map(([always, before, insertionOrder, content], id) =>
			lore(id, content, {
				activation: always ? 'always' : 'activated',
				position: before ? 'before' : 'after',
				insertionOrder,
			}),
		),
		...given.samples.flatMap(([user, persona], index) => sample(index, user, persona)),
		...lines,
		said('999', 'Bo', 'the question'),
	];
}

/** Every identity that the report has to name. */
function candidatesOf(items: readonly StructuredContextItem[]): ReadonlySet<string> {
	return new Set(
		items.flatMap((item) =>
			item.completionEntries !== undefined && item.completionEntries.length > 0
				? item.completionEntries.map((entry) => entry.identity)
				: [item.identity],
		),
	);
}

describe('every world', () => {
	for (const profile of profiles) {
		const { codename, displayName, reserves } = profile;
		const tiers = Object.entries(profile.windows) as [SubscriptionTier, number][];
		const header = profile.stars.kind === 'always' ? ['attg'] : [];

		test.each(tiers)(`${displayName} on %s: fits, keeps the floor, names every candidate once`, (tier, window) => {
			fc.assert(
				fc.property(world, fc.integer({ min: 1, max: 4000 }), (given, maxOutputTokens) => {
					// Every token of this counter is a word, so that 60 lines of prose are a full window.
					const heavy = {
						...words,
						counter: { ...words.counter, count: (prompt: string) => words.counter.count(prompt) * 8 },
					};
					const items = itemsOf(given);
					const prepared = preparePrompt(requestOf(items, { codename, maxOutputTokens }), tier, heavy);
					if (!prepared.ok) {
						expect(prepared.error.code).toBe('floor-too-large');
						return;
					}
					const { prompt, report } = prepared.value;
					const reserved = reserves.framingTokens + reserves.sentenceCompletionTokens;
					expect(report.inputTokens).toBe(heavy.counter.count(prompt));
					expect(report.inputTokens + report.outputTokensMax + reserved).toBeLessThanOrEqual(window);
					expect(report.included).toEqual(expect.arrayContaining(['personality', 'history:999']));
					const sampled = report.excluded.concat().filter(({ identity }) => identity.startsWith('sample:'));
					if (given.samples.length > sampled.length) {
						expect(report.included.filter((identity) => identity.startsWith('sample:')).length).toBeGreaterThan(0);
					}
					const listed = [...report.included, ...report.trimmed, ...report.excluded.map(({ identity }) => identity)];
					expect(listed.toSorted()).toEqual([...header, ...candidatesOf(items)].toSorted());
					expect(report.shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(report.inputTokens);
				}),
				{ numRuns: 40 },
			);
		});
	}

	test.each([
		['the first choice', {}],
		['a fallback attempt', { isFallbackAttempt: true }],
		['a personal choice', { sampling: { presetName: 'Own', edits: { temperature: 1.3 } }, stopStrings: ['END'] }],
	] as const)(
		'what no NovelAI model reads leaves the prompt byte-equal: %s',
		(_name, change: Partial<PromptRequest>) => {
			const outside = unwanted();
			fc.assert(
				fc.property(world, fc.constantFrom(...profiles), fc.nat(), (given, { codename }, place) => {
					const items = itemsOf(given);
					const extra = outside.flatMap((item, index) => ({ item, at: (place + index * 7) % items.length }));
					const mixed = items.flatMap((item, index) => [
						...extra.filter(({ at }) => at === index).map((one) => one.item),
						item,
					]);
					const plain = preparePrompt(requestOf(items, { codename, ...change }), 'opus', words);
					const full = preparePrompt(requestOf(mixed, { codename, ...change }), 'opus', words);
					if (!plain.ok || !full.ok) throw new Error('These worlds are small.');
					expect(full.value.prompt).toBe(plain.value.prompt);
					expect(full.value.prompt).not.toContain('EXCLUDED');
					const refused = full.value.report.excluded.map(({ identity }) => identity);
					expect(refused).toEqual(expect.arrayContaining(outside.map(({ identity }) => identity)));
				}),
				{ numRuns: 60 },
			);
		},
	);
});

describe('windows', () => {
	test('with the pool held fixed, a bigger window keeps all that a smaller one does', () => {
		const layoutOf = (given: World) => {
			let seen: Parameters<typeof fitPrompt>[0]['layout'] | null = null;
			const lines = given.lines.map(([name, line], index) => ({
				identity: `history:${index}`,
				side: name === 'Tomori' ? ('persona' as const) : ('user' as const),
				line: `${name}: ${line.replaceAll('\n', ' ')}`,
				turnKey: name,
				isTrigger: index === given.lines.length - 1,
			}));
			seen = {
				personaLabel: 'Tomori',
				startTokens: '',
				systemPrompt: null,
				attgLine: null,
				personality: ['About'],
				memories: given.memories.map((line, index) => ({ identity: `m${index}`, line: `m ${line}`, recencyMs: index })),
				constantLore: [],
				activatedLore: given.entries.map(([, , insertionOrder, line], index) => ({
					identity: `l${index}`,
					line: `l ${line}`,
					insertionOrder,
				})),
				samples: [],
				history: lines,
				prefill: null,
				thinking: false,
			};
			return seen;
		};
		fc.assert(
			fc.property(world, fc.integer({ min: 50, max: 400 }), fc.integer({ min: 0, max: 400 }), (given, window, more) => {
				const within = (windowTokens: number) =>
					fitPrompt({
						layout: layoutOf(given),
						render: (layout) =>
							[...layout.memories, ...layout.activatedLore, ...layout.history].map(({ line }) => line).join('\n'),
						counter: words.counter,
						windowTokens,
						poolTokens: 60,
						reserveTokens: 0,
						outputTokens: 20,
						outputTokensFloor: 10,
						promptCharactersMax: null,
					});
				const [small, large] = [within(window), within(window + more)];
				if (!small.ok) return;
				if (!large.ok) throw new Error('A larger window cannot be too small.');
				const kept = (layout: typeof small.value.layout) =>
					[...layout.memories, ...layout.activatedLore, ...layout.history].map(({ identity }) => identity);
				expect(kept(large.value.layout)).toEqual(expect.arrayContaining(kept(small.value.layout)));
			}),
		);
	});

	test('S080 with a window of 8,192 and an output of 1,024 the input is at most 7,168, and the personality is whole', () => {
		const talk = 'some words of a long talk '.repeat(20);
		const items = [
			personality('The whole personality. '.repeat(40).trim()),
			...Array.from({ length: 100 }, (_, index) =>
				index % 2 === 0 ? said(`${index}`, 'Bo', talk) : answered(`${index}`, talk),
			),
		];
		const prepared = preparePrompt(requestOf(items, { maxOutputTokens: 1024 }), 'tablet', words);
		if (!prepared.ok) throw new Error(prepared.error.code);
		expect(prepared.value.report.windowTokens).toBe(8192);
		expect(prepared.value.report.outputTokensMax).toBe(1024);
		expect(prepared.value.report.inputTokens).toBeLessThanOrEqual(7168);
		expect(prepared.value.report.inputTokens).toBeGreaterThan(6900);
		expect(prepared.value.prompt).toContain('The whole personality. '.repeat(40).trim());
	});

	for (const profile of profiles.filter(({ codename }) => codename === 'kayra-v1' || codename === 'glm-4-6')) {
		test(`${profile.displayName}: a thousand turns of growing history always fit`, async () => {
			const tokenizer = (await tokenizerOf(requiredFamily(profile))) ?? words;
			const lines: StructuredContextItem[] = [];
			for (let turn = 0; turn < 1000; turn += 1) {
				lines.push(said(`${turn}0`, turn % 3 === 0 ? 'Bo' : 'Ellen', `turn ${turn} ${'and on '.repeat(turn % 90)}`));
				if (turn % 4 !== 0) lines.push(answered(`${turn}5`, `answer ${turn} ${'so it is '.repeat(turn % 50)}`));
				// A turn reads a hundred messages at most.
				const items = [personality('kind'), lore(1, 'A river.'), ...sample(0, 'hi', 'hey'), ...lines.slice(-100)];
				const request = requestOf(items, { codename: profile.codename, triggerMessageId: `${turn}0` });
				const prepared = preparePrompt(request, 'tablet', tokenizer);
				if (!prepared.ok) throw new Error(`${turn}: ${prepared.error.code}`);
				const { report } = prepared.value;
				expect(report.inputTokens + report.outputTokensMax).toBeLessThanOrEqual(report.windowTokens);
				expect(report.included).toContain(`history:${turn}0`);
			}
		}, 60_000);
	}
});

describe('memories and lore share one fifth of the window', () => {
	test('older dated memories leave first, then undated ones, then activated lore by order, Always On lore last', () => {
		const long = (name: string) => `${name} ${'word '.repeat(400).trim()}`;
		const undated: StructuredContextItem = {
			role: 'user',
			tag: 'KNOWLEDGE_SHORT_TERM_MEMORY',
			text: long('stm'),
			identity: 'stm-block',
		};
		const items = [
			personality('kind'),
			serverMemories(long('m0'), long('m1')),
			participants(long('p0')),
			undated,
			lore(1, long('l1'), { activation: 'always', insertionOrder: 1 }),
			lore(2, long('l2'), { activation: 'always', insertionOrder: 2 }),
			lore(3, long('l3'), { insertionOrder: 9 }),
			lore(4, long('l4'), { insertionOrder: 3 }),
			said('1', 'Bo', 'hi'),
		];
		const trimmedIn = (tier: SubscriptionTier, codename: string) => {
			const prepared = preparePrompt(requestOf(items, { codename }), tier, words);
			if (!prepared.ok) throw new Error(prepared.error.code);
			return prepared.value.report.trimmed;
		};
		// One fifth of 4,096 holds two of them, one fifth of 8,192 holds four.
		const order = ['memory:server:0', 'memory:server:1', 'memory:personal:0', 'stm-block', 'lorebook:4', 'lorebook:3'];
		expect(trimmedIn('tablet', 'kayra-v1')).toEqual(order);
		expect(trimmedIn('opus', 'kayra-v1')).toEqual(order.slice(0, 4));
		expect(trimmedIn('opus', 'glm-4-6')).toEqual([]);
	});

	test('what the activation budget left out is in the report', () => {
		const request = requestOf([said('1', 'Bo', 'hi')], { skippedLore: ['lorebook:7'] });
		const prepared = preparePrompt(request, 'opus', words);
		expect(prepared.ok && prepared.value.report.excluded).toEqual([{ identity: 'lorebook:7', reason: 'lore-budget' }]);
	});

	test('an oversized memory or entry is left out alone', () => {
		const run = 'x'.repeat(1025);
		const items = [serverMemories('fine', run), lore(1, run), lore(2, 'fine too'), said('1', 'Bo', 'hi')];
		const prepared = preparePrompt(requestOf(items), 'opus', words);
		if (!prepared.ok) throw new Error(prepared.error.code);
		expect(prepared.value.report.excluded).toEqual([
			{ identity: 'memory:server:1', reason: 'oversized-run' },
			{ identity: 'lorebook:1', reason: 'oversized-run' },
		]);
		expect(prepared.value.report.included).toEqual(['memory:server:0', 'lorebook:2', 'history:1']);
	});
});
