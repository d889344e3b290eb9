/** Channels that are answered unasked, in the database. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { countMessage } from '#core/access/auto-reply-count';
import type { ServerId } from '#domain/ids';
import type { AutoReplyChannel, AutoReplyStore, CountedMessage, GuildChannel } from '#ports/auto-reply-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { autoReplyCounters } from './schema/rooms.ts';
import { servers } from './schema/servers.ts';
import { channelSettings } from './schema/settings.ts';

async function findAutoReply(db: Database, { guildId, channelId }: GuildChannel): Promise<AutoReplyChannel | null> {
	const rows = await db
		.select({ serverId: servers.id, min: channelSettings.autoReplyMin, max: channelSettings.autoReplyMax })
		.from(channelSettings)
		.innerJoin(servers, eq(servers.id, channelSettings.serverId))
		.where(
			and(
				eq(servers.discordId, guildId),
				eq(servers.kind, 'guild'),
				eq(channelSettings.channelId, channelId),
				isNotNull(channelSettings.autoReplyMin),
			),
		);
	const row = rows[0];
	if (!row || row.min === null) return null;
	const messagesMax = Math.max(row.min, row.max ?? row.min);
	return { serverId: row.serverId as ServerId, channelId, messagesMin: row.min, messagesMax };
}

async function listAutoReplies(db: Database, serverId: ServerId): Promise<readonly AutoReplyChannel[]> {
	const { channelId, autoReplyMin, autoReplyMax } = channelSettings;
	const rows = await db
		.select({ channelId, min: autoReplyMin, max: autoReplyMax })
		.from(channelSettings)
		.where(and(eq(channelSettings.serverId, serverId), isNotNull(autoReplyMin)))
		.orderBy(channelId);
	return rows.map(({ min, max, ...row }) => {
		const messagesMin = min ?? 0;
		return { serverId, channelId: row.channelId, messagesMin, messagesMax: Math.max(messagesMin, max ?? messagesMin) };
	});
}

/** The row is there before it is locked, so that the first two messages are counted one after the other, too. */
async function count(
	db: Database,
	channel: AutoReplyChannel,
	{ messageId, nextThreshold }: CountedMessage,
): Promise<boolean> {
	const { serverId, channelId } = channel;
	const key = and(eq(autoReplyCounters.serverId, serverId), eq(autoReplyCounters.channelId, channelId));
	return await db.transaction(async (transaction) => {
		await transaction
			.insert(autoReplyCounters)
			.values({ serverId, channelId, messages: 0, threshold: nextThreshold })
			.onConflictDoNothing();
		const rows = await transaction.select().from(autoReplyCounters).where(key).for('update');
		const known = rows[0] ?? null;
		const lastId = known?.lastMessageId ?? null;
		if (lastId !== null && BigInt(messageId) <= BigInt(lastId)) return false;
		const counted = countMessage(known, channel, nextThreshold);
		await transaction
			.update(autoReplyCounters)
			.set({ ...counted.count, lastMessageId: messageId })
			.where(key);
		return counted.isDue;
	});
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createAutoReplyStore(db: Database): AutoReplyStore {
	return {
		findAutoReply: (channel) => storeQuery('findAutoReply', () => findAutoReply(db, channel)),
		listAutoReplies: (serverId) => storeQuery('listAutoReplies', () => listAutoReplies(db, serverId)),
		countMessage: (channel, message) => storeQuery('countMessage', () => count(db, channel, message)),
	};
}
