/** What is to be known of a server that the bot was just added to. */
import { ChannelType, type Guild } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import { type Locale, localeOf } from '#domain/locale';

/** A server, and where it can be greeted. */
export interface GuildJoin {
	readonly guildId: Snowflake;
	readonly locale: Locale | null;
	/** The channel where Discord welcomes people, or the first text channel; null when the bot may write in none. */
	readonly channelId: Snowflake | null;
}

/** Read at once: later the server may have changed. */
export function readJoin(guild: Guild, mayWrite: (channelId: Snowflake) => boolean): GuildJoin {
	const textChannels = guild.channels.cache
		.filter((channel) => channel.type === ChannelType.GuildText)
		.sort((one, other) => one.rawPosition - other.rawPosition || Number(BigInt(one.id) - BigInt(other.id)));
	const candidates = [guild.systemChannelId, ...textChannels.keys()].filter((id) => id !== null);
	return {
		guildId: guild.id,
		locale: localeOf(guild.preferredLocale),
		channelId: candidates.find((id) => textChannels.has(id) && mayWrite(id)) ?? null,
	};
}
