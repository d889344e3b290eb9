/** Counters per day. */
import type { LineageId, ServerId, UserId } from '#domain/ids';
import type { TalkCounts } from '#domain/talk';

/** What is counted. */
export type StatMetric = 'message_sent' | 'reply_sent' | 'presence_seen';

/** One addition to a counter of the UTC day of `atMs`. */
export interface StatTick {
	readonly serverId: ServerId;
	readonly userId: UserId;
	readonly lineageId: LineageId;
	readonly metric: StatMetric;
	readonly count: number;
	readonly atMs: number;
}

/** When a person was with a persona, over all servers. */
export interface ReunionInfo {
	/** The newest `presence_seen` or `message_sent` of any UTC day before today; null when there is none. */
	readonly lastActivityAtMs: number | null;
	/** Whether a `presence_seen` of this UTC day exists. */
	readonly seenToday: boolean;
}

/** Adds to counters; upserts. */
export interface StatStore {
	addStat(tick: StatTick): Promise<void>;
	/** Adds several in one statement; ticks of one counter are added up. */
	addStats(ticks: readonly StatTick[]): Promise<void>;
	/** The presence clock (seed: `StatRepository.getUserPersonaReunionInfo`); the day is that of `nowMs` in UTC. */
	getUserPersonaReunionInfo(query: ReunionQuery): Promise<ReunionInfo>;
	/** Messages that people and personas of one workspace wrote to each other since a UTC day. */
	readTalk(query: TalkQuery): Promise<TalkCounts>;
}

/** Which workspace, and since when. */
export interface TalkQuery {
	readonly serverId: ServerId;
	/** `YYYY-MM-DD`, included. */
	readonly sinceDay: string;
	/** Pairs at most; those with the fewest messages are left out. */
	readonly pairsMax: number;
}

/** Whose clock, and what time it is. */
export interface ReunionQuery {
	readonly userId: UserId;
	readonly lineageId: LineageId;
	readonly nowMs: number;
}
