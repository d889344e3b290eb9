/** The presence clock of a turn: greeting a person who comes back exactly once, over all channels. */
import { reunionNoteText } from '#core/presence/reunion-note';
import type { LineageId, ServerId, UserId } from '#domain/ids';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { ReunionClaim, ReunionClaims } from '#ports/reunion-claims';
import type { StatStore } from '#ports/stat-store';
import { logTrouble } from './log-trouble.ts';

/** What the clock needs of the outside. */
export interface ReunionPorts {
	readonly claims: ReunionClaims;
	/** Null when STAT_TRACKING_ENABLED is false: then there is no clock. */
	readonly stats: StatStore | null;
	/** `TIME_AWARENESS_REUNION_DAYS`. */
	readonly reunionDays: number;
	readonly clock: Clock;
	readonly log: Log;
}

/** Whose turn it is: only who triggered it directly is ever greeted. */
export interface ReunionQuery {
	readonly serverId: ServerId;
	/** 0 stands for a person of whom nothing is stored. */
	readonly userId: UserId;
	readonly lineageId: LineageId;
	readonly timeAwarenessEnabled: boolean;
	readonly isUserImpersonation: boolean;
	/** The person's own zone, else the server's; from `normalizeZone`. */
	readonly personalZone: string;
	/** One-line labels. */
	readonly personName: string;
	readonly personaName: string;
}

/**
 * What the turn owes the clock when it ends: `record` writes that the two met; `claimed` does the same and gives the
 * claim back; `deferred` writes nothing, since another turn has the claim and may fail.
 */
export type ReunionPresenceScope =
	| { readonly kind: 'record'; readonly query: ReunionQuery }
	| { readonly kind: 'deferred' }
	| { readonly kind: 'claimed'; readonly query: ReunionQuery; readonly claim: ReunionClaim };

/** A note to tell the persona, or none; and what is owed, or nothing where the clock does not run. */
export interface ResolvedReunion {
	readonly note: string | null;
	readonly scope: ReunionPresenceScope | null;
}

const NOTHING: ResolvedReunion = { note: null, scope: null };
const DEFERRED: ResolvedReunion = { note: null, scope: { kind: 'deferred' } };

/**
 * Claims the pair before the clock is read, so that no turn goes on with a reading that another one has made old (seed:
 * two-phase protocol). Never rejects: a clock that cannot be read greets nobody and is not wound.
 */
export async function resolveReunionNote(query: ReunionQuery, ports: ReunionPorts): Promise<ResolvedReunion> {
	const { stats } = ports;
	if (stats === null || !isEligible(query)) return NOTHING;
	let claim: ReunionClaim | null = null;
	try {
		claim = await ports.claims.claim(query);
		if (claim === null) return DEFERRED;
		const { userId, lineageId } = query;
		const nowMs = ports.clock.now();
		const info = await stats.getUserPersonaReunionInfo({ userId, lineageId, nowMs });
		const { personalZone: zone, personName, personaName } = query;
		const { reunionDays } = ports;
		const note = reunionNoteText({ ...info, nowMs, zone, reunionDays, personName, personaName });
		if (note === null) {
			await ports.claims.release(claim);
			return { note: null, scope: { kind: 'record', query } };
		}
		// Without the claim another turn may be telling the same note by now.
		if (!(await ports.claims.holds(claim))) return DEFERRED;
		return { note, scope: { kind: 'claimed', query, claim } };
	} catch (error) {
		logTrouble(ports.log, 'the presence clock could not be read', { error });
		if (claim !== null) await release(claim, ports);
		return NOTHING;
	}
}

/**
 * Settles what a turn owes the clock; `hasLanded` says that at least one message of the persona's stands in the channel.
 * What is written is written at once, and the claim is given back whatever happens. Never rejects.
 */
export async function recordReunionPresence(
	scope: ReunionPresenceScope,
	hasLanded: boolean,
	ports: ReunionPorts,
): Promise<void> {
	if (scope.kind === 'deferred') return;
	try {
		if (!hasLanded) return;
		if (scope.kind === 'claimed' && !(await ports.claims.holds(scope.claim))) return;
		const { serverId, userId, lineageId } = scope.query;
		const atMs = ports.clock.now();
		await ports.stats?.addStat({ serverId, userId, lineageId, metric: 'presence_seen', count: 1, atMs });
	} catch (error) {
		logTrouble(ports.log, 'the presence clock could not be wound', { error });
	} finally {
		if (scope.kind === 'claimed') await release(scope.claim, ports);
	}
}

function isEligible({ timeAwarenessEnabled, isUserImpersonation, userId, lineageId }: ReunionQuery): boolean {
	return timeAwarenessEnabled && !isUserImpersonation && userId > 0 && lineageId > 0;
}

async function release(claim: ReunionClaim, { claims, log }: ReunionPorts): Promise<void> {
	try {
		await claims.release(claim);
	} catch (error) {
		logTrouble(log, 'a reunion claim could not be given back and ends by itself', { error });
	}
}
