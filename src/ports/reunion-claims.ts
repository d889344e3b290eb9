/** Who is just being greeted again: one claim per persona lineage and person. */
import type { LineageId, UserId } from '#domain/ids';

/** Whom a claim is about. */
export interface ReunionPair {
	readonly lineageId: LineageId;
	readonly userId: UserId;
}

/** A claim that was won; its token tells it from a later one of the same pair. */
export interface ReunionClaim extends ReunionPair {
	readonly token: string;
}

/**
 * Claims that keep two turns from greeting one person twice. A claim that nobody gives back ends by itself after
 * `TIME_AWARENESS_REUNION_CLAIM_TTL_MS`.
 */
export interface ReunionClaims {
	/** Null while another turn holds the pair's claim. */
	claim(pair: ReunionPair): Promise<ReunionClaim | null>;
	/** Whether the claim is still the pair's: neither given back nor run out. */
	holds(claim: ReunionClaim): Promise<boolean>;
	/** Gives the claim back; nothing happens when the pair has a newer one. */
	release(claim: ReunionClaim): Promise<void>;
}
