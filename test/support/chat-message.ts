/** Messages for tests that do not need Discord. */
import type { Author, ChatMessage } from '#domain/message';

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
		createdAtMs: 1_700_000_000_000,
		editedAtMs: null,
		mentionedUsers: [],
		mentionedRoleIds: [],
		mentionsEveryone: false,
		reply: null,
		kind: 'conversation',
		noticeKind: null,
		hasOtherContent: false,
		...change,
	};
}
