/** Who may read a channel, as far as the client's caches tell. */
import { type Channel, ChannelType, PermissionFlagsBits } from 'discord.js';

/** Seeing a channel without its history is not enough to know what was said there. */
const READING = [PermissionFlagsBits.ViewChannel, PermissionFlagsBits.ReadMessageHistory] as const;

/**
 * Whether what is said in a channel is not for every member of its server: direct messages, channels that @everyone may
 * not read, private threads, channels with an age limit, and whatever was never told.
 */
export function isPrivateChannel(channel: Channel | undefined): boolean {
	if (!channel || channel.isDMBased()) return true;
	if (channel.isThread())
		return channel.type === ChannelType.PrivateThread || isPrivateChannel(channel.parent ?? undefined);
	if ('nsfw' in channel && channel.nsfw) return true;
	return !channel.permissionsFor(channel.guild.roles.everyone).has(READING);
}
