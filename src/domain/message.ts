/** A Discord message as a person sees it, after the only translator in (`adapters/discord/read-message`). */
import type { Snowflake } from '#domain/ids';

/** Who wrote a message: this bot, a person, another bot, or a webhook. */
export type AuthorKind = 'self' | 'user' | 'bot' | 'webhook';

/** The writer of a message under the name that readers of the channel see. */
export interface Author {
	readonly id: Snowflake;
	readonly kind: AuthorKind;
	/** Server nickname, else global name, else username; as Discord gives it, not yet made safe for a prompt. */
	readonly displayName: string;
	readonly username: string;
}

/** Whom a message names. */
export interface MentionedUser {
	readonly id: Snowflake;
	readonly displayName: string;
}

/** The message that another one replies to: `deleted` is known to be gone, `unknown` was not part of the payload. */
export interface ReplyReference {
	readonly messageId: Snowflake;
	readonly channelId: Snowflake;
	readonly state: 'known' | 'deleted' | 'unknown';
	/** Present when the state is `known`. */
	readonly authorId: Snowflake | null;
	readonly authorKind: AuthorKind | null;
}

/** One message of a channel. */
export interface ChatMessage {
	readonly id: Snowflake;
	readonly channelId: Snowflake;
	/** Null in direct messages. */
	readonly guildId: Snowflake | null;
	readonly author: Author;
	readonly content: string;
	readonly createdAtMs: number | null;
	readonly editedAtMs: number | null;
	readonly mentionedUsers: readonly MentionedUser[];
	readonly mentionedRoleIds: readonly Snowflake[];
	readonly mentionsEveryone: boolean;
	readonly reply: ReplyReference | null;
	/** `conversation` for what people write; `system` for joins, pins, boosts and the like. */
	readonly kind: 'conversation' | 'system';
	/** Our own protocol mark read from the message's footer (ruling H20), never from its text. */
	readonly noticeKind: string | null;
	/** Whether anything besides text came with it (attachments, stickers, embeds, polls, snapshots, components). */
	readonly hasOtherContent: boolean;
}
