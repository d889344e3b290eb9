/** A Discord message as a person sees it, after the only translator in (`adapters/discord/read-message`). */
import type { Snowflake } from '#domain/ids';
import type { Attachment, Sticker } from '#domain/media';

/** Who wrote a message: this bot, a person, another bot, or a webhook. */
export type AuthorKind = 'self' | 'user' | 'bot' | 'webhook';

/** The writer of a message under the name that readers of the channel see. */
export interface Author {
	readonly id: Snowflake;
	readonly kind: AuthorKind;
	/** Server nickname, else global name, else username; as Discord gives it, not yet made safe for a prompt. */
	readonly displayName: string;
	readonly username: string;
	/** Where their picture is; absent for those who chose none. */
	readonly avatarUrl?: string;
}

/** Whom a message names. */
export interface MentionedUser {
	readonly id: Snowflake;
	readonly displayName: string;
}

/** A channel or role that a message names; a role's name is empty where it is not known. */
export interface NamedReference {
	readonly id: Snowflake;
	readonly name: string;
}

/** The webhook behind a message; `isOurs` when our own application made it. */
export interface WebhookIdentity {
	readonly id: Snowflake;
	readonly applicationId: Snowflake | null;
	readonly isOurs: boolean;
}

/** An embed as people see it: a link preview, or a card of a bot. */
export interface Embed {
	readonly kind: 'link-preview' | 'card';
	readonly title: string | null;
	readonly description: string | null;
	readonly url: string | null;
	readonly authorName: string | null;
	readonly providerName: string | null;
	readonly footerText: string | null;
	readonly fields: readonly { readonly name: string; readonly value: string }[];
	readonly imageUrl: string | null;
	readonly imageProxyUrl: string | null;
	readonly thumbnailUrl: string | null;
	readonly thumbnailProxyUrl: string | null;
	readonly videoUrl: string | null;
}

/** A poll's question and answers. */
export interface Poll {
	readonly question: string;
	readonly answers: readonly string[];
}

/** One kind of reaction; `userNames` only where somebody asked Discord for them. */
export interface Reaction {
	/** A Unicode emoji, or `:name:` for a custom one. */
	readonly emoji: string;
	/** Custom emoji only. */
	readonly emojiId?: Snowflake;
	readonly count: number;
	readonly isMine: boolean;
	readonly userNames: readonly string[];
}

/** Whom and what a message names, as far as that is known: what the ids in its texts are called. */
export interface NamedThings {
	readonly mentionedUsers: readonly MentionedUser[];
	readonly mentionedRoles: readonly NamedReference[];
	/** Also those that it links to. */
	readonly mentionedChannels: readonly NamedReference[];
}

/** What people can see of a message besides who wrote it and when. */
export interface MessageBody extends NamedThings {
	readonly content: string;
	readonly attachments: readonly Attachment[];
	readonly stickers: readonly Sticker[];
	readonly embeds: readonly Embed[];
	/** Text of components (V2), in reading order. */
	readonly componentTexts: readonly string[];
	/** Pictures, videos and files inside components. */
	readonly componentMedia: readonly Attachment[];
	readonly poll: Poll | null;
}

/** The message that another one replies to, or from which a thread grew. */
export interface ReplyReference {
	readonly messageId: Snowflake;
	readonly channelId: Snowflake;
	/** `known`: its body is here. `deleted`: Discord says it is gone. `unknown`: not in the payload. `unreadable`: asked for in vain. */
	readonly state: 'known' | 'deleted' | 'unknown' | 'unreadable';
	/** Present when the state is `known`. */
	readonly target: ReferencedMessage | null;
}

/** The replied-to message, without its own references. */
export interface ReferencedMessage {
	readonly id: Snowflake;
	readonly author: Author;
	readonly webhook: WebhookIdentity | null;
	/** What a reader sees, which for a forward is what it forwards. */
	readonly body: MessageBody;
	/** It is a forward whose contents did not come along, as those of a forward of a forward do not. */
	readonly isUnseenForward?: true;
	/** Whom the message itself names. */
	readonly mentionedUsers: readonly MentionedUser[];
	readonly noticeKind: string | null;
	readonly createdAtMs: number | null;
}

/** A forwarded message. Discord does not say who wrote the original. */
export interface Forward {
	/** What the wrapper points at. */
	readonly messageId: Snowflake;
	readonly channelId: Snowflake;
	/** The channel's name where it is known to us. */
	readonly channelName: string | null;
	/** Null when the contents cannot be seen: an empty snapshot of a nested forward that could not be followed. */
	readonly body: MessageBody | null;
	/** How many references were followed to reach the body; 0 for a plain forward. */
	readonly hops: number;
	readonly createdAtMs: number | null;
}

/** What Discord itself tells the channel. */
export type SystemEvent =
	| { readonly kind: 'join' }
	| { readonly kind: 'pin'; readonly messageId: Snowflake | null }
	/** The first message of a thread; what it shows is the target of its `reply`. */
	| { readonly kind: 'thread-start' }
	| { readonly kind: 'other' };

/** One message of a channel. */
export interface ChatMessage extends MessageBody {
	readonly id: Snowflake;
	readonly channelId: Snowflake;
	/** Null in direct messages. */
	readonly guildId: Snowflake | null;
	readonly author: Author;
	readonly webhook: WebhookIdentity | null;
	readonly createdAtMs: number | null;
	/** Changes only when the writer edited the text; link previews and pins leave it. */
	readonly editedAtMs: number | null;
	readonly mentionsEveryone: boolean;
	readonly reply: ReplyReference | null;
	readonly forward: Forward | null;
	readonly reactions: readonly Reaction[];
	/** `conversation` for what people write; `system` for joins, pins, boosts and the like. */
	readonly kind: 'conversation' | 'system';
	/** What a system message tells; null for conversation. */
	readonly systemEvent: SystemEvent | null;
	/** Our own protocol mark read from the message's footer (ruling H20), never from its text. */
	readonly noticeKind: string | null;
	/** What a voice message says, where a transcript is known. */
	readonly transcript: string | null;
}
