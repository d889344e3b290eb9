/** Messages of every kind, by chance. */
import fc from 'fast-check';
import type { ChatMessage } from '#domain/message';
import {
	attachment,
	chatMessage,
	embed,
	forwarded,
	messageBody,
	OUR_WEBHOOK,
	person,
	referenced,
	SELF,
	WAVE_STICKER,
	webhookAuthor,
} from '../../support/chat-message.ts';

const people = [
	person('1', 'Ellen'),
	person('2', 'Bo'),
	SELF,
	webhookAuthor('Kuro (Ellen)'),
	{ ...person('3', 'News'), kind: 'bot' },
] as const;
const words = fc.constantFrom(
	'',
	'hi',
	'two\nlines',
	'<@1> hi <:wave:123456789012345678>',
	'https://tenor.com/view/cat-gif-12',
	'#x',
	'so '.repeat(300),
);
const conversation: Pick<ChatMessage, 'kind' | 'systemEvent'> = { kind: 'conversation', systemEvent: null };
const kinds = fc.oneof(
	{ weight: 8, arbitrary: fc.constant(conversation) },
	fc.constantFrom<typeof conversation>(
		{ kind: 'system', systemEvent: { kind: 'join' } },
		{ kind: 'system', systemEvent: { kind: 'pin', messageId: null } },
		{ kind: 'system', systemEvent: { kind: 'other' } },
	),
);
const files = fc.constantFrom(
	[],
	[attachment()],
	[attachment({ kind: 'audio', isVoiceMessage: true })],
	[attachment({ kind: 'document', fileName: 'a.pdf' })],
);
const body = fc
	.record({ content: words, attachments: files })
	.map((change) => messageBody({ ...change, stickers: [WAVE_STICKER] }));

/** One message; the id is only a place in `messages`. */
export const anyMessage: fc.Arbitrary<ChatMessage> = fc
	.record({
		author: fc.constantFrom(...people),
		content: words,
		attachments: files,
		stickers: fc.constantFrom([], [WAVE_STICKER]),
		embeds: fc.constantFrom([], [], [embed({ title: 'T', description: 'D' })]),
		poll: fc.constantFrom(null, null, { question: 'Q?', answers: ['a', 'b'] }),
		reply: fc.oneof(
			fc.constant(null),
			fc.constantFrom('deleted', 'unknown').map((state) => ({
				messageId: '600',
				channelId: '20',
				state: state as 'deleted' | 'unknown',
				target: null,
			})),
			body.map((target) => ({
				messageId: '600',
				channelId: '20',
				state: 'known' as const,
				target: referenced('600', person('2', 'Bo'), target),
			})),
		),
		forward: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(null) },
			{ weight: 1, arbitrary: fc.option(body).map((shown) => forwarded({ body: shown })) },
		),
		reactions: fc.constantFrom([], [], [{ emoji: '👍', count: 2, isMine: true, userNames: ['Bo'] }]),
		transcript: fc.constantFrom(null, null, 'spoken'),
		noticeKind: fc.constantFrom(null, null, null, 'scene_directive', 'memory_learning', 'notice'),
		createdAtMs: fc.option(fc.integer({ min: 0, max: 400_000_000 })),
		told: kinds,
	})
	.map(({ told, ...change }) =>
		chatMessage({ ...change, ...told, webhook: change.author.kind === 'webhook' ? OUR_WEBHOOK : null }),
	);

/** A channel: ids grow by one. */
export const anyMessages: fc.Arbitrary<readonly ChatMessage[]> = fc
	.array(anyMessage, { maxLength: 25 })
	.map((messages) => messages.map((message, index) => ({ ...message, id: String(1_000 + index) })));
