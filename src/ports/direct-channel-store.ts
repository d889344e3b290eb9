/** Direct conversations that the bot has had. */
import type { Snowflake } from '#domain/ids';

/** Discord tells no bot which direct channels it has. */
export interface DirectChannelStore {
	/** Channels of direct conversations, the one with the latest turn first. */
	findDirectChannels(channelsMax: number): Promise<readonly Snowflake[]>;
}
