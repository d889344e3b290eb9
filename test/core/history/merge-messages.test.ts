/** What one speaker said in a row is one entry. */
import { describe, expect, test } from 'vitest';
import type { HistoryFacts } from '#core/history/history-facts';
import { mergeMessages } from '#core/history/merge-messages';
import type { ChatMessage } from '#domain/message';
import { attachment, chatMessage, OUR_WEBHOOK, person, SELF, webhookAuthor } from '../../support/chat-message.ts';
import { historyOf, TOMORI } from './history-case.ts';

const at = (iso: string): number => Date.parse(iso);
const evening = at('2026-03-01T23:50:00Z');
const night = at('2026-03-02T00:10:00Z');

function idsOf(messages: readonly ChatMessage[], facts: Partial<HistoryFacts> = {}): readonly string[] {
	return historyOf(messages, facts).entries.map((entry) =>
		(entry.combined ?? [entry]).map((part) => part.id).join('+'),
	);
}

const alter = (id: string, name: string) => chatMessage({ id, author: webhookAuthor(name), webhook: OUR_WEBHOOK });

interface Case {
	readonly name: string;
	readonly messages: readonly Partial<ChatMessage>[];
	readonly facts?: Partial<HistoryFacts>;
	readonly ids: readonly string[];
}

const cases: readonly Case[] = [
	{ name: 'consecutive words of one person merge', messages: [{}, {}, {}], ids: ['1+2+3'] },
	{ name: 'another person breaks the run', messages: [{}, { author: person('2', 'Bo') }, {}], ids: ['1', '2', '3'] },
	{
		name: 'two people of one name stay two',
		messages: [{ author: person('1', 'Sam') }, { author: person('2', 'Sam') }],
		ids: ['1', '2'],
	},
	{ name: 'the persona merges too', messages: [{ author: SELF }, { author: SELF }], ids: ['1+2'] },
	{ name: 'a picture on the right keeps them apart', messages: [{}, { attachments: [attachment()] }], ids: ['1', '2'] },
	{ name: 'a picture on the left keeps them apart', messages: [{ attachments: [attachment()] }, {}], ids: ['1', '2'] },
	{
		name: 'a custom emoji is text (ruling H4)',
		messages: [{ content: '<:wave:123456789012345678>' }, { content: '<a:x1:123456789012345678>' }],
		ids: ['1+2'],
	},
	{
		name: 'reactions are notes, so the message stays alone',
		messages: [{}, { reactions: [{ emoji: '👍', count: 1, isMine: false, userNames: [] }] }, {}],
		ids: ['1', '2', '3'],
	},
	{
		name: "the server's midnight keeps days apart",
		messages: [{ createdAtMs: evening }, { createdAtMs: night }],
		ids: ['1', '2'],
	},
	{
		name: "midnight is the server's, not UTC's",
		messages: [{ createdAtMs: evening }, { createdAtMs: night }],
		facts: { zone: 'America/New_York' },
		ids: ['1+2'],
	},
	{
		name: 'without time awareness days do not matter',
		messages: [{ createdAtMs: evening }, { createdAtMs: night }],
		facts: { timeAwareness: false },
		ids: ['1+2'],
	},
	{
		name: 'a message without a time belongs to any day and does not hide the day before it',
		messages: [{ createdAtMs: evening }, { createdAtMs: null }, { createdAtMs: night }],
		ids: ['1+2', '3'],
	},
	{
		name: 'a run that no tokenizer takes stays alone, so that the lines beside it survive',
		messages: [{}, { content: 'x'.repeat(1_025) }, {}, { content: 'x'.repeat(1_024) }, { content: 'あ'.repeat(900) }],
		ids: ['1', '2', '3+4+5'],
	},
	{
		name: 'scripts that write no spaces are no such run, Khmer and full-width marks included',
		messages: [{ content: 'ក'.repeat(1_100) }, {}, { content: '！'.repeat(100) }],
		ids: ['1+2+3'],
	},
	{
		name: 'a dropped message between them does not break the run',
		messages: [{}, { kind: 'system', systemEvent: { kind: 'other' } }, {}],
		ids: ['1+3'],
	},
];

const long = (units: number) => ({ content: 'so '.repeat(units).slice(0, units) });

const lengthCases: readonly Case[] = [
	{
		name: 'a run of 2,000 characters with its line breaks is one entry, a character more begins the next',
		messages: [long(999), long(1_000), long(1_000), long(1_000)],
		ids: ['1+2', '3', '4'],
	},
	{ name: 'a message longer than any run stays alone', messages: [{}, long(4_000), {}, {}], ids: ['1', '2', '3+4'] },
	{
		name: 'the lines that are answered join each other and never what stands before them',
		messages: [{}, {}, {}, {}],
		facts: { turnLines: [chatMessage({ id: '3' }), chatMessage({ id: '4' })] },
		ids: ['1+2', '3+4'],
	},
	{
		name: 'a long line that is answered keeps other lines of its turn from it',
		messages: [{}, long(1_500), long(1_500)],
		facts: { turnLines: [chatMessage({ id: '2', ...long(1_500) }), chatMessage({ id: '3', ...long(1_500) })] },
		ids: ['1', '2', '3'],
	},
];

describe('merging', () => {
	test.each([...cases, ...lengthCases])('$name', ({ messages, facts, ids }) => {
		const numbered = messages.map((change, index) => chatMessage({ id: String(index + 1), ...change }));
		expect(idsOf(numbered, facts)).toEqual(ids);
	});

	test('one person’s words of two of the server’s days stay apart, and join where time awareness is off', () => {
		const messages = [evening, night].map((createdAtMs, index) => chatMessage({ id: `${index + 1}`, createdAtMs }));
		expect(idsOf(messages, { zone: 'UTC' })).toEqual(['1', '2']);
		expect(idsOf(messages, { zone: 'Asia/Tokyo' })).toEqual(['1+2']);
		expect(idsOf(messages, { zone: 'UTC', timeAwareness: false })).toEqual(['1+2']);
	});

	test('labels with and without a render modifier stay apart', () => {
		const messages = [alter('1', 'Tomori'), alter('2', 'Tomori (mad)'), alter('3', 'Tomori (mad)')];
		expect(idsOf(messages)).toEqual(['1', '2+3']);
	});

	test('two members behind one proxied account stay apart by their names', () => {
		const webhook = { id: '701', applicationId: '55', isOurs: false };
		const messages = ['Luna', 'Sol'].map((name, index) =>
			chatMessage({ id: String(index + 1), author: webhookAuthor(name, '701'), webhook }),
		);
		const proxiedUserByMessageId = new Map([
			['1', '9'],
			['2', '9'],
		]);
		expect(idsOf(messages, { proxiedUserByMessageId })).toEqual(['1', '2']);
	});

	test('two personas of one name that our record tells apart stay apart', () => {
		const twin = { ...TOMORI, id: 7 as typeof TOMORI.id };
		const messages = [chatMessage({ id: '1', author: SELF }), chatMessage({ id: '2', author: SELF })];
		const personaIdByMessageId = new Map([['2', twin.id]]);
		expect(idsOf(messages, { personas: [TOMORI, twin], personaIdByMessageId })).toEqual(['1', '2']);
	});

	test('ids, texts and times survive, words and projections join by lines', () => {
		const [entry] = historyOf([
			chatMessage({ id: '1', content: 'one', createdAtMs: 5 }),
			chatMessage({ id: '2', content: 'two\nlines', createdAtMs: null }),
		]).entries;
		expect(entry?.id).toBe('1');
		expect([entry?.content, entry?.completionContent]).toEqual(['one\ntwo\nlines', 'one\ntwo\nlines']);
		expect(entry?.combined).toEqual([
			{ id: '1', content: 'one', createdAtMs: 5 },
			{ id: '2', content: 'two\nlines', createdAtMs: null },
		]);
	});

	test('one person with 40 long lines becomes many entries, and the last holds nothing but the trigger', () => {
		const messages = Array.from({ length: 40 }, (_, index) => chatMessage({ id: String(index + 1), ...long(1_900) }));
		const { entries } = historyOf(messages, { turnLines: messages.slice(-1) });
		expect(entries).toHaveLength(40);
		expect(entries.at(-1)?.combined).toBeNull();
	});

	test('narration never merges with speech of the same author (ruling H12)', () => {
		const [speech] = historyOf([chatMessage({ id: '1' })]).entries;
		if (speech === undefined) throw new Error('no entry');
		const plain = { timeAwareness: true, zone: 'UTC', turnLines: [] };
		const narration = { ...speech, id: '2', completionSpeaker: false } as const;
		expect(mergeMessages([speech, narration], plain)).toHaveLength(2);
		expect(mergeMessages([speech, { ...speech, id: '2' }], plain)).toHaveLength(1);
	});

	test('a message alone has no parts', () => {
		expect(historyOf([chatMessage()]).entries[0]?.combined).toBeNull();
	});
});
