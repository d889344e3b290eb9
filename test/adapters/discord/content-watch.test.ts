import { describe, expect, test } from 'vitest';
import { blankMessagesMin, createContentWatch } from '#adapters/discord/content-watch';
import type { ChatMessage } from '#domain/message';
import { chatMessage, SELF_ID } from '../../support/chat-message.ts';

const message = (change: Partial<ChatMessage> = {}) => chatMessage({ content: '', ...change });

const reports = (messages: readonly ChatMessage[]) => {
	const watch = createContentWatch(SELF_ID);
	return messages.map((each) => watch.observe(each)).filter(Boolean).length;
};

const forward = { messageId: '5', channelId: '20', channelName: null, body: null, hops: 0, createdAtMs: null };

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
		['mentions of the bot', { mentionedUsers: [{ id: SELF_ID, displayName: 'Tomori' }] }],
		['stickers without text', { stickers: [{ id: '1', name: 'wave', picture: null }] }],
		['forwards without text', { forward }],
		['other bots', { author: { id: '5', kind: 'bot', displayName: 'b', username: 'b' } }],
		['joins and pins', { kind: 'system' }],
	])('says nothing about %s', (_, change) => {
		expect(reports(times(blankMessagesMin * 2, change))).toBe(0);
	});
});
