/** Counters in the database. */
import { sql } from 'drizzle-orm';
import type { StatStore, StatTick } from '#ports/stat-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { statCounters } from './schema/stats.ts';

const isoDayLength = 'YYYY-MM-DD'.length;

async function add(db: Database, tick: StatTick): Promise<void> {
	const lastAt = new Date(tick.atMs);
	await db
		.insert(statCounters)
		.values({
			serverId: tick.serverId,
			userId: tick.userId,
			lineageId: tick.lineageId,
			metric: tick.metric,
			bucket: lastAt.toISOString().slice(0, isoDayLength),
			count: tick.count,
			lastAt,
		})
		.onConflictDoUpdate({
			target: [
				statCounters.serverId,
				statCounters.userId,
				statCounters.lineageId,
				statCounters.metric,
				statCounters.metricKey,
				statCounters.bucket,
			],
			set: {
				count: sql`${statCounters.count} + excluded.count`,
				lastAt: sql`greatest(${statCounters.lastAt}, excluded.last_at)`,
			},
		});
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createStatStore(db: Database): StatStore {
	return { addStat: (tick) => storeQuery('addStat', () => add(db, tick)) };
}
