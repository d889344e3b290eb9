/** What the client's guild cache knows. */
import { type Client, PermissionFlagsBits } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import { type Locale, localeOf } from '#domain/locale';
import type { ChannelRoom } from '#ports/chat-surface';
import type { Log } from '#ports/log';
import { channelRoom } from './channel-room.ts';
import { errorFacts } from './discord-failure.ts';
import { isPrivateChannel } from './private-channel.ts';

/** Milliseconds that the gateway may take to tell nicknames; a prompt does not wait longer for a name. */
export const nicknameBudgetMs = 1500;

/** Reads of the guild cache; none of them waits, but for nicknames. */
export interface GuildCache {
	guildCount(): number;
	/** The guild's preferred language, as far as it is one of ours. */
	guildLocale(guildId: Snowflake): Locale | null;
	/** The roles that Discord made for this bot: naming one of them names the bot (S021). */
	selfRoleIds(guildId: Snowflake): readonly Snowflake[];
	/** The guild of a channel; null for direct messages and channels that were never told. */
	guildOf(channelId: Snowflake): Snowflake | null;
	/** What a channel goes by: its id and name and, in a thread, those of the channel above it. */
	channelNames(channelId: Snowflake): readonly string[];
	/** The name of a channel that Discord told us about. */
	channelName(channelId: Snowflake): string | null;
	/** Whether a channel is closed to anybody of its server by permissions, age or invitation; true where that is not known. */
	isPrivateChannel(channelId: Snowflake): boolean;
	roleName(guildId: Snowflake, roleId: Snowflake): string | null;
	/** The custom emoji that the bot may use in a channel's guild: Discord's tokens by name. */
	emojis(channelId: Snowflake): ReadonlyMap<string, string>;
	/** What is known of a channel and its guild; null in direct messages. */
	room(channelId: Snowflake): ChannelRoom | null;
	/** False where the bot's permissions forbid it to write; true also where they are not known, as in threads. */
	mayWrite(channelId: Snowflake): boolean;
	/** Asks the gateway for members by id, for which no privileged intent is needed. */
	askNicknames(guildId: Snowflake, userIds: readonly Snowflake[]): Promise<ReadonlyMap<Snowflake, string | null>>;
}

/** The cache of a client that is ready. */
export function guildCache(client: Client<true>, log: Log): GuildCache {
	const guildOf = (guildId: Snowflake) => client.guilds.cache.get(guildId);
	const guildOfChannel = (channelId: Snowflake): Snowflake | null => {
		const channel = client.channels.cache.get(channelId);
		return channel && 'guildId' in channel ? channel.guildId : null;
	};
	return {
		guildCount: () => client.guilds.cache.size,
		guildLocale: (guildId) => localeOf(guildOf(guildId)?.preferredLocale),
		selfRoleIds: (guildId) => {
			const roles = guildOf(guildId)?.roles.cache.filter((role) => role.tags?.botId === client.user.id);
			return roles ? [...roles.keys()] : [];
		},
		guildOf: guildOfChannel,
		emojis(channelId) {
			const emojis = guildOf(guildOfChannel(channelId) ?? '')?.emojis.cache.filter(
				(emoji) => emoji.available !== false,
			);
			return new Map(emojis?.map((emoji) => [emoji.name, emoji.toString()]) ?? []);
		},
		channelName(channelId) {
			const channel = client.channels.cache.get(channelId);
			return channel && 'name' in channel ? channel.name : null;
		},
		channelNames(channelId) {
			const channel = client.channels.cache.get(channelId);
			if (!channel || !('name' in channel) || channel.name === null) return [channelId];
			const above = channel.isThread() ? channel.parent : null;
			return [channelId, channel.name, ...(above ? [above.id, above.name] : [])];
		},
		isPrivateChannel: (channelId) => isPrivateChannel(client.channels.cache.get(channelId)),
		room: (channelId) => channelRoom(client, channelId),
		roleName: (guildId, roleId) => guildOf(guildId)?.roles.cache.get(roleId)?.name ?? null,
		mayWrite(channelId) {
			const channel = client.channels.cache.get(channelId);
			if (!channel || channel.isDMBased()) return true;
			const self = channel.guild.members.me;
			const permissions = self && channel.permissionsFor(self);
			if (!permissions) return true;
			if (self.isCommunicationDisabled() && !permissions.has(PermissionFlagsBits.Administrator)) return false;
			const needed = channel.isThread() ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages;
			return permissions.has([PermissionFlagsBits.ViewChannel, needed]);
		},
		async askNicknames(guildId, userIds) {
			const nicknames = new Map<Snowflake, string | null>();
			try {
				const members = await guildOf(guildId)?.members.fetch({ user: [...userIds], time: nicknameBudgetMs });
				if (!members) return nicknames;
				// People who left have no nickname either, and asking again would not change that.
				for (const userId of userIds) nicknames.set(userId, members.get(userId)?.nickname ?? null);
			} catch (error) {
				log.debug({ guildId, ...errorFacts(error) }, 'nicknames could not be read');
			}
			return nicknames;
		},
	};
}
