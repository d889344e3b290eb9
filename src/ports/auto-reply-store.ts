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

/** Their settings and counters. */
export interface AutoReplyStore {
	/** Null where nothing is answered unasked. */
	findAutoReply(channel: GuildChannel): Promise<AutoReplyChannel | null>;
	/** The channels of a workspace, by their ids. */
	listAutoReplies(serverId: ServerId): Promise<readonly AutoReplyChannel[]>;
	/**
	 * Counts one message of a person; true when it is to be answered. `nextThreshold` is what was drawn for the count
	 * after it. Messages at once are counted one after the other.
	 */
	countMessage(channel: AutoReplyChannel, nextThreshold: number): Promise<boolean>;
}
