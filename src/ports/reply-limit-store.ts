/** Until when somebody waits, and how many replies of the day are used. */
import type { ServerId } from '#domain/ids';

/** A wait to begin. */
export interface CooldownStart {
	readonly serverId: ServerId;
	/** `user:<id>`, `channel:<id>` or `server`. */
	readonly subject: string;
	readonly nowMs: number;
	readonly untilMs: number;
}

/** Replies to count. */
export interface QuotaTake {
	readonly serverId: ServerId;
	/** The first instant of the day that is counted. */
	readonly dayStartMs: number;
	readonly terms: readonly { readonly subject: string; readonly limit: number }[];
}

/** What came of it: the numbers with this reply, in the order of the terms, or the subject that has no room. */
export type QuotaTaken =
	| { readonly kind: 'taken'; readonly used: readonly number[] }
	| { readonly kind: 'exhausted'; readonly subject: string };

/** One counter of one day. */
export interface QuotaDay {
	readonly serverId: ServerId;
	readonly dayStartMs: number;
	readonly subject: string;
}

/** Of several turns that come at once as many get through as there is room for, and no more. */
export interface ReplyLimitStore {
	/** Begins the wait unless one lasts still; then says until when that one does. Null when it was begun. */
	startCooldown(start: CooldownStart): Promise<number | null>;
	/** Ends a wait that brought no reply, unless another has begun since. */
	endCooldown(start: Pick<CooldownStart, 'serverId' | 'subject' | 'untilMs'>): Promise<void>;
	/** Until when the wait of a subject lasts; null when nobody waits. */
	cooldownUntil(start: Pick<CooldownStart, 'serverId' | 'subject' | 'nowMs'>): Promise<number | null>;
	/** Counts one reply for every term, or for none when one of them has no room. */
	takeQuota(take: QuotaTake): Promise<QuotaTaken>;
	/** Gives a reply back that was not written; nothing when its day is over. */
	returnQuota(take: QuotaTake): Promise<void>;
	/** Replies of that day so far. */
	quotaUsed(day: QuotaDay): Promise<number>;
	/** True for the first who wants to warn of this counter on that day. */
	claimWarning(day: QuotaDay & { readonly nowMs: number }): Promise<boolean>;
}
