/** Waits and counted replies in the database. */
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { CooldownStart, QuotaDay, QuotaTake, QuotaTaken, ReplyLimitStore } from '#ports/reply-limit-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { cooldowns, quotaCounters } from './schema/rooms.ts';

/** Leaves a transaction without keeping what it counted. */
class QuotaExhausted extends Error {
	readonly subject: string;

	constructor(subject: string) {
		super('exhausted');
		this.subject = subject;
	}
}

type CooldownKey = Pick<CooldownStart, 'serverId' | 'subject'>;

function cooldownOf({ serverId, subject }: CooldownKey) {
	return and(eq(cooldowns.serverId, serverId), eq(cooldowns.subject, subject));
}

function counterOf({ serverId, subject, dayStartMs }: QuotaDay) {
	return and(
		eq(quotaCounters.serverId, serverId),
		eq(quotaCounters.subject, subject),
		eq(quotaCounters.dayStart, new Date(dayStartMs)),
	);
}

async function cooldownUntil(db: Database, key: CooldownKey, nowMs: number): Promise<number | null> {
	const lasts = and(cooldownOf(key), gt(cooldowns.until, new Date(nowMs)));
	const rows = await db.select({ until: cooldowns.until }).from(cooldowns).where(lasts);
	return rows[0]?.until.getTime() ?? null;
}

/** The row's lock decides between turns that come at once: the second one finds the first one's wait. */
async function startCooldown(db: Database, { serverId, subject, nowMs, untilMs }: CooldownStart) {
	const until = new Date(untilMs);
	const begun = await db
		.insert(cooldowns)
		.values({ serverId, subject, until })
		.onConflictDoUpdate({
			target: [cooldowns.serverId, cooldowns.subject],
			set: { until },
			setWhere: lte(cooldowns.until, new Date(nowMs)),
		})
		.returning({ subject: cooldowns.subject });
	if (begun.length > 0) return null;
	// It may have ended between the two statements; who came second waits for nothing then.
	return (await cooldownUntil(db, { serverId, subject }, nowMs)) ?? nowMs;
}

async function takeOne(db: Database, day: QuotaDay, limit: number): Promise<number> {
	const { serverId, subject } = day;
	if (limit < 1) throw new QuotaExhausted(subject);
	const dayStart = new Date(day.dayStartMs);
	const isSameDay = sql`${quotaCounters.dayStart} = excluded.day_start`;
	const rows = await db
		.insert(quotaCounters)
		.values({ serverId, subject, dayStart, replies: 1 })
		.onConflictDoUpdate({
			target: [quotaCounters.serverId, quotaCounters.subject],
			set: {
				replies: sql`case when ${isSameDay} then ${quotaCounters.replies} + 1 else 1 end`,
				warnedAt: sql`case when ${isSameDay} then ${quotaCounters.warnedAt} end`,
				dayStart: sql`excluded.day_start`,
			},
			setWhere: sql`not (${isSameDay}) or ${quotaCounters.replies} < ${limit}`,
		})
		.returning({ replies: quotaCounters.replies });
	const replies = rows[0]?.replies;
	if (replies === undefined) throw new QuotaExhausted(subject);
	return replies;
}

async function takeQuota(db: Database, { serverId, dayStartMs, terms }: QuotaTake): Promise<QuotaTaken> {
	// In one order for everybody, or two turns that share two counters could wait for each other.
	const inOrder = [...terms].sort((one, other) => (one.subject < other.subject ? -1 : 1));
	try {
		return await db.transaction(async (transaction) => {
			const used = new Map<string, number>();
			for (const { subject, limit } of inOrder) {
				used.set(subject, await takeOne(transaction, { serverId, dayStartMs, subject }, limit));
			}
			return { kind: 'taken', used: terms.map(({ subject }) => used.get(subject) ?? 0) };
		});
	} catch (error) {
		if (error instanceof QuotaExhausted) return { kind: 'exhausted', subject: error.subject };
		throw error;
	}
}

async function returnQuota(db: Database, { serverId, dayStartMs, terms }: QuotaTake): Promise<void> {
	for (const subject of terms.map((term) => term.subject).sort()) {
		await db
			.update(quotaCounters)
			.set({ replies: sql`${quotaCounters.replies} - 1` })
			.where(and(counterOf({ serverId, dayStartMs, subject }), gt(quotaCounters.replies, 0)));
	}
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createReplyLimitStore(db: Database): ReplyLimitStore {
	return {
		startCooldown: (start) => storeQuery('startCooldown', () => startCooldown(db, start)),
		endCooldown: (start) =>
			storeQuery('endCooldown', async () => {
				const ours = and(cooldownOf(start), eq(cooldowns.until, new Date(start.untilMs)));
				await db.delete(cooldowns).where(ours);
			}),
		cooldownUntil: ({ nowMs, ...key }) => storeQuery('cooldownUntil', () => cooldownUntil(db, key, nowMs)),
		takeQuota: (take) => storeQuery('takeQuota', () => takeQuota(db, take)),
		returnQuota: (take) => storeQuery('returnQuota', () => returnQuota(db, take)),
		quotaUsed: (day) =>
			storeQuery('quotaUsed', async () => {
				const rows = await db.select({ replies: quotaCounters.replies }).from(quotaCounters).where(counterOf(day));
				return rows[0]?.replies ?? 0;
			}),
		claimWarning: ({ nowMs, ...day }) =>
			storeQuery('claimWarning', async () => {
				const claimed = await db
					.update(quotaCounters)
					.set({ warnedAt: new Date(nowMs) })
					.where(and(counterOf(day), isNull(quotaCounters.warnedAt)))
					.returning({ subject: quotaCounters.subject });
				return claimed.length > 0;
			}),
	};
}
