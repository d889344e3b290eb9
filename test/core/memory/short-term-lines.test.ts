/** What is kept of a turn. */
import { describe, expect, test } from 'vitest';
import { shortTermLines } from '#core/memory/short-term-lines';
import type { Snowflake } from '#domain/ids';
import { SHORT_TERM_LIMITS } from '#domain/memory';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';

const reply = { speaker: 'Tomori', messageIds: ['900', '901'], text: 'One.\nTwo [three]', atMs: 9 };

function entry(id: Snowflake, change: Partial<SimplifiedMessageForContext> = {}): SimplifiedMessageForContext {
	return {
		id,
		authorId: '11',
		authorName: 'Bo',
		authorType: 'user',
		personaName: null,
		authorPersonaId: null,
		authorPersonaLineageId: null,
		content: 'with notes',
		systemNotes: [],
		completionContent: `said ${id}`,
		createdAtMs: 5,
		imageAttachments: [],
		videoAttachments: [],
		documentAttachments: [],
		remoteMediaSourceKind: null,
		combined: null,
		...change,
	};
}

const merged = (ids: readonly Snowflake[]) =>
	entry(ids[0] ?? '', { combined: ids.map((id) => ({ id, content: '', createdAtMs: 5 })) });

describe('the lines of a turn', () => {
	test('are what people and personas said, and the reply as one line', () => {
		const persona = entry('2', { authorType: 'persona', authorId: '77', authorName: 'Mira' });
		expect(shortTermLines([entry('1'), persona], reply)).toEqual([
			{ messageIds: ['1'], authorId: '11', speaker: 'Bo', text: 'said 1', atMs: 5 },
			{ messageIds: ['2'], authorId: null, speaker: 'Mira', text: 'said 2', atMs: 5 },
			{ messageIds: ['900', '901'], authorId: null, speaker: 'Tomori', text: 'One. Two (three)', atMs: 9 },
		]);
	});

	test('leave out notes of ours, what no completion model reads, and blanks', () => {
		const entries = [
			entry('1', { authorType: 'system' }),
			entry('2', { completionContent: null }),
			entry('3', { completionContent: ' \n ' }),
			entry('900'),
		];
		expect(shortTermLines(entries, reply).map(({ messageIds }) => messageIds)).toEqual([['900', '901']]);
		expect(shortTermLines(entries, { ...reply, text: ' ' })).toEqual([]);
	});

	test('are of ten messages, whole lines only, but for a newest one that is longer by itself', () => {
		const nine = Array.from({ length: 12 }, (_, index) => entry(String(index)));
		expect(shortTermLines(nine, reply).map(({ messageIds }) => messageIds[0])).toEqual([
			...['4', '5', '6', '7', '8', '9', '10', '11'],
			'900',
		]);
		const seven = merged(['1', '2', '3', '4', '5', '6', '7']);
		expect(shortTermLines([seven, entry('8')], reply)).toHaveLength(3);
		expect(shortTermLines([seven, entry('8'), entry('9')], reply)).toHaveLength(3);
		const many = { ...reply, messageIds: Array.from({ length: 14 }, (_, index) => `9${index}`) };
		expect(shortTermLines([entry('1')], many)).toHaveLength(1);
	});

	test('are cut to a length', () => {
		const [line] = shortTermLines([entry('1', { completionContent: 'x'.repeat(5_000) })], reply);
		expect(line?.text.length).toBe(SHORT_TERM_LIMITS.lineCharactersMax + 1);
	});
});
