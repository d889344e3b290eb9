/** Messages for tests that do not need Discord. */
import type { Author, ChatMessage, MessageBody, ReferencedMessage } from '#domain/message';

/** The bot of these messages. */
export const SELF_ID = '900000000000000000';

/** A person. */
export function person(id: string, displayName: string): Author {
	return { id, kind: 'user', displayName, username: displayName.toLowerCase() };
}

/** The bot itself. */
export const SELF: Author = { id: SELF_ID, kind: 'self', displayName: 'Tomori', username: 'tomori' };

/** A plain message of Ellen's in a guild channel, with the given differences. */
export function chatMessage(change: Partial<ChatMessage> = {}): ChatMessage {
	return {
		id: '1000',
		channelId: '20',
		guildId: '30',
		author: person('1', 'Ellen'),
		content: 'hello',
		...EMPTY_BODY_PARTS,
		webhook: null,
		createdAtMs: 1_700_000_000_000,
		editedAtMs: null,
		mentionedUsers: [],
		mentionedRoles: [],
		mentionedChannels: [],
		mentionsEveryone: false,
		reply: null,
		forward: null,
		reactions: [],
		kind: 'conversation',
		systemEvent: null,
		noticeKind: null,
		transcript: null,
		...change,
	};
}

const EMPTY_BODY_PARTS = {
	attachments: [],
	stickers: [],
	embeds: [],
	componentTexts: [],
	componentMedia: [],
	poll: null,
} satisfies Omit<MessageBody, 'content'>;

/** A body with nothing but text, with the given differences. */
export function messageBody(change: Partial<MessageBody> = {}): MessageBody {
	return { content: '', ...EMPTY_BODY_PARTS, ...change };
}

/** The target of a reply, written by the given author. */
export function referenced(id: string, author: Author, body: Partial<MessageBody> = {}): ReferencedMessage {
	return {
		id,
		author,
		webhook: null,
		body: messageBody(body),
		mentionedUsers: [],
		noticeKind: null,
		createdAtMs: 1_700_000_000_000,
	};
}
