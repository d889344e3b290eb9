/** Finds direct conversations by the turns that were taken in them. */
import { desc, eq, max } from 'drizzle-orm';
import type { DirectChannelStore } from '#ports/direct-channel-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { servers } from './schema/servers.ts';
import { turns } from './schema/turns.ts';

/** The store over one database; its method throws `StoreUnavailableError` when the database cannot be used. */
export function createDirectChannelStore(db: Database): DirectChannelStore {
	return {
		findDirectChannels: (channelsMax) =>
			storeQuery('findDirectChannels', async () => {
				const rows = await db
					.select({ channelId: turns.channelId })
					.from(turns)
					.innerJoin(servers, eq(servers.id, turns.serverId))
					.where(eq(servers.kind, 'direct'))
					.groupBy(turns.channelId)
					.orderBy(desc(max(turns.id)))
					.limit(channelsMax);
				return rows.map((row) => row.channelId);
			}),
	};
}
