import { describe, expect, test } from 'vitest';
import { blankMessagesMin, createContentWatch } from '#adapters/discord/content-watch';
import type { ChatMessage } from '#domain/message';

const message = (change: Partial<ChatMessage> = {}): ChatMessage => ({
	id: '1',
	channelId: '2',
	guildId: '3',
	author: { id: '4', kind: 'user', displayName: 'Bo', username: 'bo' },
	content: '',
	createdAtMs: 0,
	editedAtMs: null,
	mentionedUsers: [],
	mentionedRoleIds: [],
	mentionsEveryone: false,
	reply: null,
	kind: 'conversation',
	noticeKind: null,
	hasOtherContent: false,
	...change,
});

const reports = (messages: readonly ChatMessage[]) => {
	const watch = createContentWatch('99');
	return messages.map((each) => watch.observe(each)).filter(Boolean).length;
};

const times = (count: number, change: Partial<ChatMessage> = {}) =>
	Array.from({ length: count }, () => message(change));

describe('the watch for withheld content', () => {
	test('S052 a run of blank messages is reported once', () => {
		expect(reports(times(blankMessagesMin - 1))).toBe(0);
		expect(reports(times(blankMessagesMin))).toBe(1);
		expect(reports(times(blankMessagesMin * 5))).toBe(1);
	});

	test('a readable message starts the count anew', () => {
		const few = times(blankMessagesMin - 1);
		expect(reports([...few, message({ content: 'hi' }), ...few])).toBe(0);
	});

	test.each<[string, Partial<ChatMessage>]>([
		['direct messages', { guildId: null }],
		['mentions of the bot', { mentionedUsers: [{ id: '99', displayName: 'Tomori' }] }],
		['pictures without text', { hasOtherContent: true }],
		['other bots', { author: { id: '5', kind: 'bot', displayName: 'b', username: 'b' } }],
		['joins and pins', { kind: 'system' }],
	])('says nothing about %s', (_, change) => {
		expect(reports(times(blankMessagesMin * 2, change))).toBe(0);
	});
});
