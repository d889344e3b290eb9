/** Decides which limits of how often the bot answers a turn comes under. */
import type { LimitOwner, MemberStanding } from '#domain/access';
import { LIMIT_OWNERS } from '#domain/access';
import type { Snowflake } from '#domain/ids';
import type { EffectiveSettings } from '#domain/settings';

/** Whom and what a turn counts for. Threads count for the channel above them. */
export interface LimitSubjects {
	/** Null for a turn that no person began. */
	readonly userId: Snowflake | null;
	readonly channelId: Snowflake;
}

/** A wait that a turn has to find over, and begins anew. */
export interface CooldownTerm {
	readonly owner: LimitOwner;
	readonly subject: string;
	readonly seconds: number;
}

/** A number of replies that a turn has to find room in. */
export interface QuotaTerm {
	readonly owner: LimitOwner;
	readonly subject: string;
	readonly limit: number;
}

const HUNDRED_PERCENT = 100;

/** How full a quota is, in percent, when its person is warned. */
const warnedPercent = 90;

/** The cooldown of a turn; null without one, and for those who manage the server unless it is strict. */
export function cooldownTerm(
	{ cooldown }: Pick<EffectiveSettings, 'cooldown'>,
	subjects: LimitSubjects,
	{ mayManage }: Pick<MemberStanding, 'mayManage'>,
): CooldownTerm | null {
	const { scope, seconds } = cooldown;
	if (scope === 'off' || seconds <= 0) return null;
	if (mayManage && scope !== 'strict') return null;
	const owner = scope === 'strict' ? 'server' : scope;
	const subject = subjectOf(owner, subjects);
	return subject === null ? null : { owner, subject, seconds };
}

/** The quotas of a turn, the person's own first. */
export function quotaTerms(
	{ repliesPerDay }: Pick<EffectiveSettings, 'repliesPerDay'>,
	subjects: LimitSubjects,
): readonly QuotaTerm[] {
	return LIMIT_OWNERS.flatMap((owner) => {
		const limit = repliesPerDay[owner];
		const subject = subjectOf(owner, subjects);
		return limit === null || subject === null ? [] : [{ owner, subject, limit }];
	});
}

/** Whether so much of a quota is used that its person should hear of it. */
export function isNearLimit(used: number, limit: number): boolean {
	return used * HUNDRED_PERCENT >= limit * warnedPercent;
}

function subjectOf(owner: LimitOwner, { userId, channelId }: LimitSubjects): string | null {
	if (owner === 'server') return 'server';
	if (owner === 'channel') return `channel:${channelId}`;
	return userId === null ? null : `user:${userId}`;
}
