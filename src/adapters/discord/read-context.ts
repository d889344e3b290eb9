/** What a payload does not say about itself, and where its reader looks it up. */
import type { Snowflake } from '#domain/ids';
import type { NicknameMemory } from './nickname-memory.ts';

/** What is known beside a payload. */
export interface ReadContext {
	/** The bot's own user. */
	readonly selfId: Snowflake;
	readonly applicationId: Snowflake;
	/** The guild of the channel, for REST payloads, which do not name it; null for direct messages. */
	readonly guildId: Snowflake | null;
	/** Learns from payloads that carry member data and helps out where they carry none. */
	readonly nicknames: NicknameMemory;
	/** The name of a guild's role; null where it is not known. */
	readonly roleName: (guildId: Snowflake, roleId: Snowflake) => string | null;
	/** The name of a channel; null where it is not known. */
	readonly channelName: (channelId: Snowflake) => string | null;
}
