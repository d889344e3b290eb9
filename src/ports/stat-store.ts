/** Counters per day. */
import type { LineageId, ServerId, UserId } from '#domain/ids';

/** What is counted. */
export type StatMetric = 'message_sent' | 'reply_sent';

/** One addition to a counter of the UTC day of `atMs`. */
export interface StatTick {
	readonly serverId: ServerId;
	readonly userId: UserId;
	readonly lineageId: LineageId;
	readonly metric: StatMetric;
	readonly count: number;
	readonly atMs: number;
}

/** Adds to counters; upserts. */
export interface StatStore {
	addStat(tick: StatTick): Promise<void>;
}
