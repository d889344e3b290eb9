/** Channels that are answered unasked. */
import type { ServerId, Snowflake } from '#domain/ids';

/** A channel of a guild, by Discord's ids. */
export interface GuildChannel {
	readonly guildId: Snowflake;
	readonly channelId: Snowflake;
}

/** A channel that is answered unasked, and how many messages lie between two answers. */
export interface AutoReplyChannel {
	readonly serverId: ServerId;
	readonly channelId: Snowflake;
	readonly messagesMin: number;
	readonly messagesMax: number;
}

/** A message, and what was drawn for the count after it. */
export interface CountedMessage {
	readonly messageId: Snowflake;
	readonly nextThreshold: number;
}

/** Their settings and counters. */
export interface AutoReplyStore {
	/** Null where nothing is answered unasked. */
	findAutoReply(channel: GuildChannel): Promise<AutoReplyChannel | null>;
	/** The channels of a workspace, by their ids. */
	listAutoReplies(serverId: ServerId): Promise<readonly AutoReplyChannel[]>;
	/**
	 * Counts one message of a person; true when it is to be answered. Messages at once are counted one after the other,
	 * and one that is not newer than all before it is not counted: another process has done so.
	 */
	countMessage(channel: AutoReplyChannel, message: CountedMessage): Promise<boolean>;
}
