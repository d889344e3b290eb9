/** The channel as the bot acts on it. */
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage, MentionedUser, Reaction } from '#domain/message';
import type { MessageChange, OutgoingMessage, PostedMessage } from '#domain/reply';
import type { Result } from '#lib/result';

/** Which messages to read. */
export interface ReadRequest {
	readonly channelId: Snowflake;
	/** 1 to 100. */
	readonly limit: number;
	/** Only messages older than this one. */
	readonly beforeId?: Snowflake;
	/** The messages that follow this one instead of the newest; not together with `beforeId`. */
	readonly afterId?: Snowflake;
	/** Messages that are needed whether the page has them or not; the missing ones are appended. */
	readonly include?: readonly ChatMessage[];
}

/** Whose reactions to read. */
export interface ReactionUsersRequest {
	readonly channelId: Snowflake;
	readonly messageId: Snowflake;
	readonly reaction: Reaction;
	/** 1 to 100. */
	readonly limit: number;
}

/** A reaction of ours on a message. */
export interface ReactionRequest {
	readonly channelId: Snowflake;
	readonly messageId: Snowflake;
	readonly emoji: string;
	readonly present: boolean;
}

/** A channel of a guild, as Discord has told of it. */
export interface ChannelRoom {
	/** The guild's. */
	readonly guildName: string;
	readonly guildDescription: string | null;
	/** Custom emoji that the bot may use, and stickers. */
	readonly emojis: readonly { readonly name: string }[];
	readonly stickers: readonly { readonly name: string; readonly description: string | null }[];
	/** The channel's name and, of a thread, that of the channel above it; empty where it was never told. */
	readonly channelNames: readonly string[];
	/** Names of the guild's roles and channels by id; null for those that are not known. */
	roleName(roleId: Snowflake): string | null;
	channelName(channelId: Snowflake): string | null;
}

/** Reads and writes a channel; no method throws for anything that Discord may answer. */
export interface ChatSurface {
	/** The newest messages, oldest first, with what their forwards and replies point at. */
	readMessages(request: ReadRequest, signal: AbortSignal): Promise<Result<readonly ChatMessage[], Failure>>;
	/** Who gave a reaction, ourselves included; a refusal is an empty list. */
	readReactionUsers(request: ReactionUsersRequest, signal: AbortSignal): Promise<readonly MentionedUser[]>;
	/**
	 * Posts one message with mentions restricted to `notifiableUserIds`: with its nonce as the bot, or through a webhook
	 * when it has an identity.
	 */
	post(message: OutgoingMessage, signal: AbortSignal): Promise<Result<PostedMessage, Failure>>;
	/** False where a message would be refused, as far as Discord's permissions or a recent refusal tell. */
	mayPost(channelId: Snowflake): boolean;
	/** The thread that was made from this message since the bot is connected, or null. */
	threadFrom(messageId: Snowflake): Snowflake | null;
	/** Takes back a message of ours; one that is gone already counts as taken back. */
	remove(message: PostedMessage): Promise<Result<void, Failure>>;
	/** Changes a message of ours; `discord-edit-limit` when Discord takes no more edits of it. */
	edit(message: PostedMessage, change: MessageChange, signal: AbortSignal): Promise<Result<void, Failure>>;
	/** The custom emoji of the channel's guild, Discord's tokens by name. */
	emojis(channelId: Snowflake): ReadonlyMap<string, string>;
	/** What Discord has told of a channel and its guild, without asking; null in direct messages. */
	room(channelId: Snowflake): ChannelRoom | null;
	/** Shows typing at once and keeps it up until the returned function is called. */
	startTyping(channelId: Snowflake): () => void;
	/** Adds or removes a reaction of ours; a refusal is of no consequence and is only logged. */
	react(request: ReactionRequest): Promise<void>;
}
