/** Counters in the database. */
import { and, eq, inArray, lt, max, sql } from 'drizzle-orm';
import type { ReunionInfo, ReunionQuery, StatStore, StatTick } from '#ports/stat-store';
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

/** Two numbers of one index: the newest earlier day with any activity, and whether there was any presence today. */
async function readReunion(db: Database, { userId, lineageId, nowMs }: ReunionQuery): Promise<ReunionInfo> {
	const today = new Date(nowMs).toISOString().slice(0, isoDayLength);
	const ofPair = and(eq(statCounters.userId, userId), eq(statCounters.lineageId, lineageId));
	const [earlier, seen] = await Promise.all([
		db
			.select({ lastAt: max(statCounters.lastAt) })
			.from(statCounters)
			.where(
				and(ofPair, inArray(statCounters.metric, ['presence_seen', 'message_sent']), lt(statCounters.bucket, today)),
			),
		db
			.select({ bucket: statCounters.bucket })
			.from(statCounters)
			.where(and(ofPair, eq(statCounters.metric, 'presence_seen'), eq(statCounters.bucket, today)))
			.limit(1),
	]);
	return { lastActivityAtMs: earlier[0]?.lastAt?.getTime() ?? null, seenToday: seen.length > 0 };
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createStatStore(db: Database): StatStore {
	return {
		addStat: (tick) => storeQuery('addStat', () => add(db, tick)),
		getUserPersonaReunionInfo: (query) => storeQuery('getUserPersonaReunionInfo', () => readReunion(db, query)),
	};
}
