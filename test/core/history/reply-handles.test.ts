/** The handles by which a reply's note names messages. */
import { describe, expect, test } from 'vitest';
import { MessageIdMap } from '#core/context/message-id-map';
import type { ReplyReference } from '#domain/message';
import { chatMessage, person, referenced } from '../../support/chat-message.ts';
import { historyOf, notesOf } from './history-case.ts';

const bo = person('2', 'Bo');
const toBo: ReplyReference = {
	messageId: '600',
	channelId: '20',
	state: 'known',
	target: referenced('600', bo, { content: 'first' }),
};
const toNobody: ReplyReference = { ...toBo, messageId: '601', state: 'deleted', target: null };

describe('handles in replies', () => {
	test('name the reply and what it answers, in the order in which they are read', () => {
		const messageIdMap = new MessageIdMap();
		const messages = [
			chatMessage({ id: '700', reply: toBo }),
			chatMessage({ id: '701', author: bo, reply: { ...toBo, messageId: '700', state: 'unknown', target: null } }),
			chatMessage({ id: '702', reply: toNobody }),
		];
		const { entries } = historyOf(messages, { messageIdMap });
		expect(entries.flatMap(notesOf)).toEqual([
			'before: This message (ID: ref_1) by Ellen is referring to a previous message (ID: ref_2) by Bo saying: first',
			'before: This message (ID: ref_3) by Bo is referring to a previous message (ID: ref_1) by Ellen saying: hello',
			'before: This message (ID: ref_4) by Ellen is a reply to a message that is [deleted].',
		]);
		expect(['ref_1', 'ref_2', 'ref_3'].map((key) => messageIdMap.resolve(key))).toEqual(['700', '600', '701']);
	});

	test('reach no projection', () => {
		const messages = [chatMessage({ id: '700', reply: toBo }), chatMessage({ id: '701', author: bo })];
		const projections = (messageIdMap: MessageIdMap | null) =>
			historyOf(messages, { messageIdMap }).entries.map((entry) => [entry.content, entry.completionContent]);
		expect(projections(new MessageIdMap())).toEqual(projections(null));
	});

	test('are given to nobody who may not be quoted', () => {
		const messageIdMap = new MessageIdMap();
		historyOf([chatMessage({ reply: toBo })], { messageIdMap, blocks: new Map([['2', { expiresAtMs: null }]]) });
		historyOf([chatMessage({ reply: toBo })], { messageIdMap, privateUserIds: new Set(['2']) });
		expect([...messageIdMap.entries()]).toEqual([]);
	});
});
