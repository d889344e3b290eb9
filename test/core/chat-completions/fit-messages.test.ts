import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatItem } from '#core/chat-completions/chat-item';
import { type FitMessagesOptions, fitMessages } from '#core/chat-completions/fit-messages';
import { answered, lore, memories, note, prefill, said, sample, system } from './pieces.ts';

/** Words as tokens: easy to add up. */
const count = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

const fitting = (items: readonly ChatItem[], change: Partial<FitMessagesOptions>) =>
	fitMessages({
		items,
		triggerMessageId: '9',
		windowTokens: 1_000,
		outputTokens: 100,
		outputTokensFloor: 64,
		count,
		...change,
	});

function fitted(items: readonly ChatItem[], change: Partial<FitMessagesOptions> = {}) {
	const result = fitting(items, change);
	if (!result.ok) throw new Error(result.error.code);
	return result.value;
}

const words = (length: number): string => Array.from({ length }, (_, index) => `w${index}`).join(' ');
const identities = (items: readonly ChatItem[]): string[] => items.map(({ identity }) => identity);
const line = (id: number, length = 20): ChatItem =>
	id % 2 === 1 ? said(`${id}`, 'Bo', words(length)) : answered(`${id}`, words(length));
const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => line(id));

describe('what goes for room', () => {
	test('nothing while there is enough', () => {
		const items = [
			system('kind'),
			memories('tea'),
			...sample(0, 'a', 'b'),
			...lines,
			note('brief'),
			prefill('Tomori: so'),
		];
		const result = fitted(items);
		expect(result.items).toEqual(items);
		expect(result.trimmed).toEqual([]);
		expect(result.outputTokens).toBe(100);
	});

	test('the oldest lines first, whole, then samples from the last one', () => {
		const items = [system(words(50)), ...sample(0, words(20), words(20)), ...sample(1, words(20), words(20)), ...lines];
		// 32 and 54 for the frame and the system, 100 for the samples, 9 lines of 25: 411, and 100 for the reply.
		const fewer = fitted(items, { windowTokens: 411 });
		expect(fewer.trimmed).toEqual(['history:1', 'history:2', 'history:3', 'history:4']);
		expect(fewer.items).toContain(lines[8]);
		const small = fitted(items, { windowTokens: 310 });
		expect(small.trimmed.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((id) => `history:${id}`));
		expect(new Set(small.trimmed.slice(8))).toEqual(new Set(['sample:1']));
	});

	test('notes of the conversation last of all, and before any of the reply', () => {
		const items = [system(words(50)), memories('tea'), note(words(20)), ...lines];
		const small = fitted(items, { windowTokens: 240 });
		expect(small.trimmed).not.toContain('context-note:0');
		const smaller = fitted(items, { windowTokens: 225 });
		expect(smaller.trimmed.at(-1)).toBe('context-note:0');
		expect(smaller.outputTokens).toBe(100);
		expect(smaller.items).toContain(lines[8]);
	});

	test('a separator and the notes about a message go with it', () => {
		const spacer: ChatItem = {
			role: 'user',
			tag: 'DIALOGUE_HISTORY',
			identity: 'date_spacer_2',
			text: '[System: a day]',
		};
		const about: ChatItem = { ...spacer, identity: 'history-notes:2', messageId: '2' };
		const items = [said('1', 'Bo', words(20)), spacer, about, line(2), said('9', 'Bo', words(20))];
		const result = fitted(items, { windowTokens: 32 + 25 + 32 + 25 + 100 });
		expect(result.trimmed).toEqual(['history:1', 'date_spacer_2']);
	});

	test('the line that is answered stays, wherever it stands', () => {
		const items = [said('9', 'Bo', words(20)), ...[2, 3, 4, 5, 6, 7].map((id) => line(id))];
		expect(identities(fitted(items, { windowTokens: 32 + 25 * 3 + 100 }).items)).toContain('history:9');
	});

	test('in a busy channel older lines of the latest turn go once the reply is at its shortest', () => {
		const items = [1, 2, 3, 4, 5, 9].map((id) => said(`${id}`, 'Bo', words(20)));
		const result = fitted(items, { windowTokens: 32 + 3 * 25 + 64 });
		expect(identities(result.items)).toEqual(['history:4', 'history:5', 'history:9']);
		expect(result.outputTokens).toBe(64);
	});

	test('when nothing is left to go, that is a failure with its numbers', () => {
		const result = fitting([system(words(200)), said('9', 'Bo', words(20))], {
			windowTokens: 300,
			outputTokensFloor: 64,
		});
		expect(result).toEqual({ ok: false, error: { code: 'floor-too-large', inputTokens: 261, windowTokens: 300 } });
	});
});

describe('the fifth for memories and lore', () => {
	test('memories go one by one, the oldest first, and the others stay word for word', () => {
		const block = memories(words(30), words(31), words(32));
		// The heading is 7 with its frame, each memory 3 more than its words.
		const result = fitted([block, said('9', 'Bo', 'hi')], { windowTokens: (7 + 34 + 35) * 5 });
		expect(result.trimmed).toEqual(['memory:server:0']);
		expect(result.items[0]?.text).toBe(
			`What Tomori remembers:\n[id:1] ${words(31)} (tags: a)\n[id:2] ${words(32)} (tags: a)`,
		);
	});

	test('a block without any memory left goes with its heading', () => {
		const result = fitted([memories(words(90), words(95)), said('9', 'Bo', 'hi')], { windowTokens: 400 });
		expect(result.trimmed).toEqual(['memory:server:0', 'memory:server:1', 'server-memories']);
		expect(identities(result.items)).toEqual(['history:9']);
	});

	test('lists of emoji go before any memory, activated lore before what is always on, each lowest order first', () => {
		const emojis = system(words(60), 'KNOWLEDGE_SERVER_EMOJIS', 'emojis');
		const items = [
			emojis,
			memories(words(50)),
			lore(1, 'always', { text: words(50), insertionOrder: 1 }),
			lore(2, 'activated', { text: words(50), insertionOrder: 9 }),
			lore(3, 'activated', { text: words(50), insertionOrder: 3 }),
			said('9', 'Bo', 'hi'),
		];
		const trimmedAt = (poolTokens: number) => fitted(items, { windowTokens: poolTokens * 5 }).trimmed;
		expect(trimmedAt(64 + 7 + 53 + 3 * 54)).toEqual([]);
		expect(trimmedAt(7 + 53 + 3 * 54)).toEqual(['emojis']);
		expect(trimmedAt(54 + 54)).toEqual(['emojis', 'memory:server:0', 'server-memories', 'lorebook:3']);
		expect(trimmedAt(54)).toEqual(['emojis', 'memory:server:0', 'server-memories', 'lorebook:3', 'lorebook:2']);
	});

	test('a closing bracket stays, and memories are found in any order and flattened', () => {
		const block: ChatItem = {
			role: 'user',
			tag: 'KNOWLEDGE_USERS_IN_CONVERSATION',
			identity: 'participants',
			text: '[System: People:\n- Bo\n  (id:7) likes (black) tea\n- Ellen\n  (id:8) sings]',
			completionEntries: [
				{ identity: 'memory:personal:8', text: 'sings', recencyMs: 1 },
				{ identity: 'memory:personal:7', text: 'likes\n[black] tea', recencyMs: 2 },
			],
		};
		const result = fitted([block, said('9', 'Bo', 'hi')], {
			windowTokens: 70,
			outputTokens: 5,
			outputTokensFloor: 5,
		});
		expect(result.items[0]?.text).toBe('[System: People:\n- Bo\n  (id:7) likes (black) tea\n- Ellen]');
	});

	test('a block whose memories are not there word for word goes as a whole', () => {
		const block = { ...memories(words(90)), text: 'Everything else.\nIs told here.' };
		const result = fitted([block, said('9', 'Bo', 'hi')], { windowTokens: 45, outputTokens: 5, outputTokensFloor: 5 });
		expect(result.trimmed).toEqual(['server-memories']);
	});
});

const anyItem = fc.tuple(fc.integer({ min: 10, max: 40 }), fc.nat({ max: 40 })).map(([id, length]) => line(id, length));
const anyItems = fc.array(anyItem, { maxLength: 30 });

test('any conversation: what fits is within the window, unchanged and in order, and the rest is named', () => {
	fc.assert(
		fc.property(anyItems, fc.integer({ min: 150, max: 1_500 }), (history, windowTokens) => {
			const items = [
				system('kind'),
				memories('a b', 'c d e'),
				...sample(0, 'hi', 'hey'),
				...history,
				said('9', 'Bo', 'hi'),
			];
			const result = fitted(items, { windowTokens });
			expect(result.inputTokens + result.outputTokens).toBeLessThanOrEqual(windowTokens);
			expect(result.outputTokens).toBeGreaterThanOrEqual(64);
			const texts = new Map(items.map((item, place) => [item, place]));
			const places = result.items.map((item) => texts.get(item) ?? -1).filter((place) => place >= 0);
			expect(places).toEqual(places.toSorted((left, right) => left - right));
			expect(identities(result.items)).toContain('history:9');
			expect(identities(result.items)).toContain('personality');
			const named = new Set([...result.kept.map(({ identity }) => identity), ...result.trimmed]);
			for (const { identity } of items) expect(named).toContain(identity);
		}),
	);
});

test('more room never keeps less', () => {
	fc.assert(
		fc.property(anyItems, fc.integer({ min: 200, max: 900 }), (history, windowTokens) => {
			const items = [...history, said('9', 'Bo', 'hi')];
			const less = fitted(items, { windowTokens });
			const more = fitted(items, { windowTokens: windowTokens + 50 });
			for (const item of less.items) expect(more.items).toContain(item);
		}),
	);
});
