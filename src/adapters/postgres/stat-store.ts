/** Counters in the database. */
import { and, eq, inArray, lt, max, sql } from 'drizzle-orm';
import type { ReunionInfo, ReunionQuery, StatStore, StatTick } from '#ports/stat-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { statCounters } from './schema/stats.ts';

const isoDayLength = 'YYYY-MM-DD'.length;

/** A row may be named only once in a statement that adds to it. */
function rowsOf(ticks: readonly StatTick[]) {
	const rows = new Map<string, typeof statCounters.$inferInsert>();
	for (const { serverId, userId, lineageId, metric, count, atMs } of ticks) {
		const lastAt = new Date(atMs);
		const bucket = lastAt.toISOString().slice(0, isoDayLength);
		const key = `${serverId}:${userId}:${lineageId}:${metric}:${bucket}`;
		const known = rows.get(key);
		const newest = known && known.lastAt > lastAt ? known.lastAt : lastAt;
		rows.set(key, { serverId, userId, lineageId, metric, bucket, count: count + (known?.count ?? 0), lastAt: newest });
	}
	return [...rows.values()];
}

async function add(db: Database, ticks: readonly StatTick[]): Promise<void> {
	const rows = rowsOf(ticks);
	if (rows.length === 0) return;
	await db
		.insert(statCounters)
		.values(rows)
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

/** Both over one index: the newest activity of an earlier day, and whether there was any presence today. */
export function reunionQueries(db: Database, { userId, lineageId, nowMs }: ReunionQuery) {
	const today = new Date(nowMs).toISOString().slice(0, isoDayLength);
	const ofPair = and(eq(statCounters.userId, userId), eq(statCounters.lineageId, lineageId));
	return {
		earlier: db
			.select({ lastAt: max(statCounters.lastAt) })
			.from(statCounters)
			.where(
				and(ofPair, inArray(statCounters.metric, ['presence_seen', 'message_sent']), lt(statCounters.bucket, today)),
			),
		seen: db
			.select({ bucket: statCounters.bucket })
			.from(statCounters)
			.where(and(ofPair, eq(statCounters.metric, 'presence_seen'), eq(statCounters.bucket, today)))
			.limit(1),
	};
}

async function readReunion(db: Database, query: ReunionQuery): Promise<ReunionInfo> {
	const queries = reunionQueries(db, query);
	const [earlier, seen] = await Promise.all([queries.earlier, queries.seen]);
	return { lastActivityAtMs: earlier[0]?.lastAt?.getTime() ?? null, seenToday: seen.length > 0 };
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createStatStore(db: Database): StatStore {
	return {
		addStat: (tick) => storeQuery('addStat', () => add(db, [tick])),
		addStats: (ticks) => storeQuery('addStats', () => add(db, ticks)),
		getUserPersonaReunionInfo: (query) => storeQuery('getUserPersonaReunionInfo', () => readReunion(db, query)),
	};
}
