/** Who people are in a guild, and how its channels hang together. */
import type { MemberStanding } from '#domain/access';
import type { Snowflake } from '#domain/ids';

/** Reads that ask Discord only for what it never told. */
export interface GuildDirectory {
	/** The channel above a thread, asked for once when the thread came without it (S048); null for all others. */
	parentOf(channelId: Snowflake): Promise<Snowflake | null>;
	/** Whether a channel is there for texts of its own, as menus of channels offer them: no thread, voice or forum. */
	isTextChannel(channelId: Snowflake): boolean;
	/** A member's roles and rights; of somebody who is not found, those of nobody. */
	standingOf(guildId: Snowflake, userId: Snowflake): Promise<MemberStanding>;
}
