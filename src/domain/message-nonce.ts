/** The name under which Discord keeps one copy of a message (ruling D2). */
import type { Snowflake, TurnId } from '#domain/ids';
import { sha256Base64Url } from '#lib/sha256';

/** Which message of which attempt; two that differ in any field never share a nonce. */
export interface NonceParts {
	/** The message that is answered: turns are counted anew in a new database, Discord's ids are not. */
	readonly triggerId: Snowflake;
	readonly turnId: TurnId;
	readonly attempt: number;
	/** Variant of the reply, or `notice`. */
	readonly variant: number | 'notice';
	readonly part: number;
}

const NONCE_CHARACTERS_MAX = 25;

/** Deliveries that one run of a turn can have, over all of its models, keys and tries. */
const RUN_DELIVERIES_MAX = 1_000;

/** The number of a delivery, counted on over the runs of a turn, which share its row. */
export function attemptOf(run: number, delivery: number): number {
	return run * RUN_DELIVERIES_MAX + delivery;
}

/** 25 characters derived from the parts, so that any retry of the same message carries the same nonce. */
export function messageNonce(parts: NonceParts): string {
	const name = `${parts.triggerId}:${parts.turnId}:${parts.attempt}:${parts.variant}:${parts.part}`;
	return sha256Base64Url(name).slice(0, NONCE_CHARACTERS_MAX);
}
