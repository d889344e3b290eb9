/** Finds the channels in which something may have been missed. */
import { type Client, PermissionFlagsBits } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import { createdAtOf } from '#domain/snowflake-time';

const READING = [PermissionFlagsBits.ViewChannel, PermissionFlagsBits.ReadMessageHistory] as const;

/** Where to look. */
export interface MissedPlace {
	readonly shardId: number;
	/** One guild of the shard alone. */
	readonly guildId?: Snowflake;
}

/**
 * A shard's channels and threads of guilds in which something was written since an instant, as Discord told when the
 * session began; the newest first. Those that the bot may not read are left out. A post of a forum begins with a message
 * of the thread's own id.
 */
export function missedChannels(
	client: Client,
	{ shardId, guildId }: MissedPlace,
	sinceMs: number,
): readonly Snowflake[] {
	const found: { readonly id: Snowflake; readonly atMs: number }[] = [];
	for (const channel of client.channels.cache.values()) {
		if (channel.isDMBased() || !channel.isTextBased() || channel.guild.shardId !== shardId) continue;
		if (guildId !== undefined && channel.guild.id !== guildId) continue;
		const lastId = channel.lastMessageId ?? (channel.isThread() ? channel.id : null);
		const atMs = lastId === null ? null : createdAtOf(lastId);
		if (atMs === null || atMs < sinceMs) continue;
		const self = channel.guild.members.me;
		if (self && channel.permissionsFor(self)?.has(READING) !== true) continue;
		found.push({ id: channel.id, atMs });
	}
	return found.sort((first, second) => second.atMs - first.atMs).map(({ id }) => id);
}
