/** A busy channel with every kind of message, the same on every machine. */
import type { ChatMessage, MessageBody } from '#domain/message';

const dayMs = 86_400_000;
const startMs = 1_700_000_000_000;
const peopleCount = 12;
const line = 'We walked along the river for an hour and nobody could say which bridge was older.';
const emptyBody: Omit<MessageBody, 'content'> = {
	attachments: [],
	stickers: [],
	embeds: [],
	componentTexts: [],
	componentMedia: [],
	poll: null,
	mentionedUsers: [],
	mentionedRoles: [],
	mentionedChannels: [],
};

/** The bot of these messages. */
export const mixedSelfId = '900000000000000000';

/** So many messages, oldest first, over about three days: one in three is more than plain words. */
export function mixedMessages(count: number): readonly ChatMessage[] {
	const messages: ChatMessage[] = [];
	for (let index = 0; index < count; index++) messages.push(mixedMessage(index, count, messages.at(-3)));
	return messages;
}

function mixedMessage(index: number, count: number, earlier: ChatMessage | undefined): ChatMessage {
	const person = Math.floor(index / 3) % peopleCount;
	const isBot = index % 7 === 3;
	const id = String(1_000_000_000_000_000_000n + BigInt(index));
	return {
		id,
		channelId: '20',
		guildId: '30',
		author: isBot
			? { id: mixedSelfId, kind: 'self', displayName: 'Tomori', username: 'tomori' }
			: { id: String(100 + person), kind: 'user', displayName: `Pérson *${person}* 🎈`, username: `person${person}` },
		webhook: null,
		...emptyBody,
		content: index % 5 === 0 ? `<@${100 + ((person + 1) % peopleCount)}> ${line} <:wave:123456789012345678>` : line,
		createdAtMs: startMs + Math.floor((index * 3 * dayMs) / count),
		editedAtMs: null,
		mentionsEveryone: false,
		reply: null,
		forward: null,
		reactions: [],
		kind: 'conversation',
		systemEvent: null,
		noticeKind: null,
		transcript: null,
		...oddity(index, id, earlier),
	};
}

/** What sets every eleventh message apart, in turn. */
function oddity(index: number, id: string, earlier: ChatMessage | undefined): Partial<ChatMessage> {
	switch (index % 11) {
		case 2:
			return {
				attachments: [
					{
						id,
						fileName: 'bridge.png',
						kind: 'image',
						mimeType: 'image/png',
						url: `https://cdn.example/${id}/bridge.png`,
						proxyUrl: `https://media.example/${id}/bridge.png`,
						sizeBytes: 1_000,
						description: 'an old bridge',
						durationSeconds: null,
						isVoiceMessage: false,
						isSpoiler: false,
					},
				],
			};
		case 4:
			return earlier === undefined
				? {}
				: {
						reply: {
							messageId: earlier.id,
							channelId: '20',
							state: 'known',
							target: { ...earlier, body: earlier },
						},
					};
		case 6:
			return { reactions: [{ emoji: '👍', count: 3, isMine: true, userNames: ['Bo', 'Ann'] }] };
		case 8:
			return {
				content: '',
				forward: {
					messageId: '5',
					channelId: '21',
					channelName: 'general',
					body: { ...emptyBody, content: line },
					hops: 0,
					createdAtMs: null,
				},
			};
		case 10:
			return { content: '', stickers: [{ id, name: 'wave', picture: { url: pictureUrl(id), mimeType: 'image/png' } }] };
		default:
			return {};
	}
}

function pictureUrl(id: string): string {
	return `https://cdn.example/stickers/${id}.png`;
}
