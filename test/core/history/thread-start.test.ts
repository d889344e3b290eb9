/** A thread begins with the message that it grew from. */
import { describe, expect, test } from 'vitest';
import type { ReplyReference } from '#domain/message';
import { attachment, chatMessage, person, referenced, SELF } from '../../support/chat-message.ts';
import { entryOf, historyOf } from './history-case.ts';

const bo = person('2', 'Bo');
const grownFrom = { messageId: '600', channelId: '19', state: 'known' } as const;
const start = (reply: ReplyReference) =>
	chatMessage({ id: '700', content: '', kind: 'system', systemEvent: { kind: 'thread-start' }, reply });

describe("a thread's first message", () => {
	test('says what its origin says, in the name of whoever wrote that', () => {
		const entry = entryOf(
			start({ ...grownFrom, target: referenced('600', bo, { content: 'about cats', attachments: [attachment()] }) }),
		);
		expect([entry.id, entry.authorName, entry.content, entry.completionContent]).toEqual([
			'700',
			'Bo',
			'about cats',
			'about cats',
		]);
		expect(entry.systemNotes).toEqual([]);
		expect(entry.imageAttachments.map((image) => image.sourceMessageId)).toEqual(['700']);
	});

	test('is the persona speaking where the persona wrote its origin', () => {
		const entry = entryOf(start({ ...grownFrom, target: referenced('600', SELF, { content: 'about cats' }) }));
		expect([entry.authorType, entry.authorName]).toEqual(['persona', 'Tomori']);
	});

	test('shows nothing of people who are blocked or keep out of every context, whoever opened the thread', () => {
		const message = start({ ...grownFrom, target: referenced('600', bo, { content: 'about cats' }) });
		expect(historyOf([message], { privateUserIds: new Set(['2']) }).dropped).toEqual([
			{ id: '700', reason: 'private-author' },
		]);
		const [blocked] = historyOf([message], { blocks: new Map([['2', { expiresAtMs: null }]]) }).entries;
		expect(blocked?.id).toBe('synthetic-user-block-700');
	});

	test('is left out when its origin is gone', () => {
		const { dropped } = historyOf([start({ ...grownFrom, state: 'deleted', target: null })]);
		expect(dropped).toEqual([{ id: '700', reason: 'system-message' }]);
	});
});
