/** Reunion claims of one process. */
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';
import type { ReunionClaim, ReunionClaims, ReunionPair } from '#ports/reunion-claims';

/** Pairs that may be claimed at once; the oldest claim gives way beyond them. */
const claimsMax = 10_000;

/** How long an abandoned claim lasts, and by which clock. */
export interface ProcessReunionClaimsOptions {
	/** `TIME_AWARENESS_REUNION_CLAIM_TTL_MS`. */
	readonly claimTtlMs: number;
	readonly clock: Clock;
}

/** Kept in memory, so that a restart forgets all claims; nothing waits, so no two turns can win one pair. */
export class ProcessReunionClaims implements ReunionClaims {
	readonly #tokens: ExpiringMap<string, string>;
	#count = 0;

	constructor({ claimTtlMs, clock }: ProcessReunionClaimsOptions) {
		this.#tokens = new ExpiringMap({ ttlMs: claimTtlMs, entriesMax: claimsMax, nowMs: () => clock.now() });
	}

	async claim(pair: ReunionPair): Promise<ReunionClaim | null> {
		const key = keyOf(pair);
		if (this.#tokens.has(key)) return null;
		this.#count += 1;
		const token = String(this.#count);
		this.#tokens.set(key, token);
		return { ...pair, token };
	}

	async holds(claim: ReunionClaim): Promise<boolean> {
		return this.#tokens.get(keyOf(claim)) === claim.token;
	}

	async release(claim: ReunionClaim): Promise<void> {
		// Not through `holds`: a claim made while that was awaited would be given away.
		if (this.#tokens.get(keyOf(claim)) === claim.token) this.#tokens.delete(keyOf(claim));
	}
}

function keyOf({ lineageId, userId }: ReunionPair): string {
	return `${lineageId}:${userId}`;
}
