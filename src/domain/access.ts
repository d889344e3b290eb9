/** Who may be answered where, how often, and why somebody is not answered. */
import type { PersonaId, Snowflake } from '#domain/ids';

/** What a rule is about. */
export type AccessKind = 'channel' | 'role' | 'persona';

/** One stored rule. With any allowed subject of a kind the others of that kind are denied. */
export interface AccessRule {
	readonly kind: AccessKind;
	/** For personas the channel that the rule is about; empty is everywhere. */
	readonly channelId: Snowflake | '';
	/** A channel's or role's id, or a persona's row as digits. */
	readonly subject: string;
	readonly verdict: 'allow' | 'deny';
}

/** Where something happens: a channel, and the one above it when it is a thread. */
export interface ChannelPlace {
	readonly channelId: Snowflake;
	readonly parentId: Snowflake | null;
}

/** What somebody is in a guild. */
export interface MemberStanding {
	/** Their roles, the guild's own one included. */
	readonly roleIds: readonly Snowflake[];
	/** Manage Server; in direct messages always true. */
	readonly mayManage: boolean;
}

/** Who wants to be answered where, and by whom. */
export interface AccessQuery extends ChannelPlace, Pick<MemberStanding, 'roleIds'> {
	readonly personaId: PersonaId;
}

/** Whose replies a limit counts. */
export const LIMIT_OWNERS = ['user', 'channel', 'server'] as const;

/** One of them. */
export type LimitOwner = (typeof LIMIT_OWNERS)[number];

/** Why a turn is not taken. A denial is silent; the others tell when it is over. */
export type ReplyRefusal =
	| { readonly kind: 'denied'; readonly by: AccessKind }
	| { readonly kind: 'cooldown'; readonly owner: LimitOwner; readonly untilMs: number }
	| { readonly kind: 'quota'; readonly owner: LimitOwner; readonly limit: number; readonly untilMs: number };

/** A quota that is nearly used up. */
export interface QuotaWarning {
	readonly owner: LimitOwner;
	readonly used: number;
	readonly limit: number;
	readonly untilMs: number;
}

/** Limits of access rules. */
export const ACCESS_LIMITS = { subjectsMax: 50, rulesMax: 500 } as const;
