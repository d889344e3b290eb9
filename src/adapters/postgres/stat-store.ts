/** Counters in the database. */
import { and, desc, eq, gte, inArray, lt, max, type Placeholder, sql, sum } from 'drizzle-orm';
import type { LineageId } from '#domain/ids';
import type { TalkCounts } from '#domain/talk';
import type { ReunionInfo, ReunionQuery, StatStore, StatTick, TalkQuery } from '#ports/stat-store';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { sqlStateOf, storeQuery } from './query-failure.ts';
import { servers } from './schema/servers.ts';
import { statCounters } from './schema/stats.ts';
import { users } from './schema/users.ts';

/** SQLSTATE of a row that names another one which is not there. */
const FOREIGN_KEY_VIOLATION = '23503';

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

/** Somebody who was counted may have been forgotten meanwhile; the counters of the others are written all the same. */
async function addKnown(db: Database, ticks: readonly StatTick[]): Promise<void> {
	try {
		await add(db, ticks);
	} catch (error) {
		if (sqlStateOf(error) !== FOREIGN_KEY_VIOLATION) throw error;
		const people = db.select({ id: users.id }).from(users);
		const places = db.select({ id: servers.id }).from(servers);
		const [known, present] = await Promise.all([
			people.where(inArray(users.id, [...new Set(ticks.map(({ userId }) => userId))])),
			places.where(inArray(servers.id, [...new Set(ticks.map(({ serverId }) => serverId))])),
		]);
		const userIds = new Set<number>(known.map(({ id }) => id));
		const serverIds = new Set<number>(present.map(({ id }) => id));
		const left = ticks.filter(({ userId, serverId }) => userIds.has(userId) && serverIds.has(serverId));
		// Whoever went between the two statements is found when these are written next time.
		if (left.length < ticks.length) await add(db, left);
		else throw error;
	}
}

const insertCounters = preparedOnce((db) => {
	const given = (name: string) => sql.placeholder(name);
	// In the order of the table's columns.
	const rows = sql`
		select server_id, user_id, lineage_id, metric, '', bucket::date, count, last_at::timestamptz
		from unnest(
			${given('serverIds')}::integer[], ${given('userIds')}::integer[], ${given('lineageIds')}::integer[],
			${given('metrics')}::text[], ${given('buckets')}::text[], ${given('counts')}::bigint[], ${given('lastAt')}::text[]
		) as given (server_id, user_id, lineage_id, metric, bucket, count, last_at)`;
	return db
		.insert(statCounters)
		.select(rows)
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
		})
		.prepare(NAMELESS_STATEMENT);
});

/** One parameter for each column, not for each value: hundreds of rows take so long to build that everything else stands still. */
async function add(db: Database, ticks: readonly StatTick[]): Promise<void> {
	const rows = rowsOf(ticks);
	if (rows.length === 0) return;
	await insertCounters(db).execute({
		serverIds: rows.map((row) => row.serverId),
		userIds: rows.map((row) => row.userId),
		lineageIds: rows.map((row) => row.lineageId),
		metrics: rows.map((row) => row.metric),
		buckets: rows.map((row) => row.bucket),
		counts: rows.map((row) => row.count),
		lastAt: rows.map((row) => row.lastAt.toISOString()),
	});
}

function dayOf(nowMs: number): string {
	return new Date(nowMs).toISOString().slice(0, isoDayLength);
}

interface ReunionPair {
	readonly userId: number | Placeholder;
	readonly lineageId: number | Placeholder;
	readonly today: string | Placeholder;
}

/** Both over one index: the newest activity of an earlier day, and whether there was any presence today. */
export function reunionQueries(db: Database, { userId, lineageId, nowMs }: ReunionQuery) {
	return queriesOf(db, { userId, lineageId, today: dayOf(nowMs) });
}

const preparedReunion = preparedOnce((db) => {
	const [userId, lineageId, today] = [
		sql.placeholder('userId'),
		sql.placeholder('lineageId'),
		sql.placeholder('today'),
	];
	const { earlier, seen } = queriesOf(db, { userId, lineageId, today });
	return { earlier: earlier.prepare(NAMELESS_STATEMENT), seen: seen.prepare(NAMELESS_STATEMENT) };
});

function queriesOf(db: Database, { userId, lineageId, today }: ReunionPair) {
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
	const { userId, lineageId, nowMs } = query;
	const queries = preparedReunion(db);
	const given = { userId, lineageId, today: dayOf(nowMs) };
	const [earlier, seen] = await Promise.all([queries.earlier.execute(given), queries.seen.execute(given)]);
	return { lastActivityAtMs: earlier[0]?.lastAt?.getTime() ?? null, seenToday: seen.length > 0 };
}

/** People with any privacy are added up without their names before anything leaves the database. */
const nameOfPublicPeople = sql<
	string | null
>`case when ${users.privacyLevel} = 0 then coalesce(${users.nickname}, ${users.displayName}) end`;
const idOfPublicPeople = sql<number | null>`case when ${users.privacyLevel} = 0 then ${users.id} end`;

async function readTalk(db: Database, { serverId, sinceDay, pairsMax }: TalkQuery): Promise<TalkCounts> {
	const messages = sum(statCounters.count).mapWith(Number);
	const counted = and(
		eq(statCounters.serverId, serverId),
		gte(statCounters.bucket, sinceDay),
		inArray(statCounters.metric, ['message_sent', 'reply_sent']),
	);
	const { lineageId, bucket } = statCounters;
	const [days, pairs] = await Promise.all([
		db.select({ day: bucket, lineageId, messages }).from(statCounters).where(counted).groupBy(bucket, lineageId),
		db
			.select({ lineageId, personId: idOfPublicPeople, name: nameOfPublicPeople, messages })
			.from(statCounters)
			.innerJoin(users, eq(users.id, statCounters.userId))
			.where(counted)
			.groupBy(lineageId, idOfPublicPeople, nameOfPublicPeople)
			.orderBy(desc(messages))
			.limit(pairsMax),
	]);
	const ofLineage = <Row extends { readonly lineageId: number }>(row: Row) => ({
		...row,
		lineageId: row.lineageId as LineageId,
	});
	return { days: days.map(ofLineage), pairs: pairs.map(ofLineage) };
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createStatStore(db: Database): StatStore {
	return {
		addStat: (tick) => storeQuery('addStat', () => addKnown(db, [tick])),
		addStats: (ticks) => storeQuery('addStats', () => addKnown(db, ticks)),
		getUserPersonaReunionInfo: (query) => storeQuery('getUserPersonaReunionInfo', () => readReunion(db, query)),
		readTalk: (query) => storeQuery('readTalk', () => readTalk(db, query)),
	};
}
