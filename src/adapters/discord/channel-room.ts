/** What the client's caches tell of a channel and the guild around it. */
import type { Channel, Client } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { ChannelRoom } from '#ports/chat-surface';

/** The room of a channel; null in direct messages and for channels and guilds that were never told. */
export function channelRoom(client: Pick<Client, 'channels' | 'guilds'>, channelId: Snowflake): ChannelRoom | null {
	const channel = client.channels.cache.get(channelId);
	const guild = channel && 'guildId' in channel ? client.guilds.cache.get(channel.guildId ?? '') : undefined;
	if (!guild) return null;
	const emojis = guild.emojis.cache.filter((emoji) => emoji.available !== false);
	const stickers = guild.stickers.cache.filter((sticker) => sticker.available !== false);
	return {
		guildName: guild.name,
		guildDescription: guild.description,
		emojis: emojis.map(({ name }) => ({ name })),
		stickers: stickers.map(({ name, description }) => ({ name, description })),
		channelNames: namesAround(channel),
		roleName: (roleId) => guild.roles.cache.get(roleId)?.name ?? null,
		channelName: (otherId) => guild.channels.cache.get(otherId)?.name ?? null,
	};
}

function namesAround(channel: Channel | undefined): readonly string[] {
	if (!channel || !('name' in channel) || channel.name === null) return [];
	return [channel.name, ...(channel.isThread() && channel.parent ? [channel.parent.name] : [])];
}
