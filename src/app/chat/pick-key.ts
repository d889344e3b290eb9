/** Which of a route's keys serves next. */
import type { FailureCode } from '#domain/failure';
import type { PooledKey } from '#ports/key-pool-store';

/** What is known of the keys in this turn, by digest. */
export interface KeyChoice {
	/** Used in this attempt already. */
	readonly tried: ReadonlySet<string>;
	/** Of no use in the whole turn: refused, or without a subscription. */
	readonly spent: ReadonlySet<string>;
	/** The provider was busy on this key, and another one is no way around that (ruling N8). */
	readonly pinned: string | null;
	readonly nowMs: number;
}

/** A key's failures after which another one is tried; "busy" is never one of them (ruling N8). */
const ROTATING: ReadonlySet<FailureCode> = new Set([
	'key-rejected',
	'subscription-inactive',
	'tier-unsupported',
	'provider-overloaded',
]);

/** Failures that a key will meet again with every model. */
const SPENDING: ReadonlySet<FailureCode> = new Set(['key-rejected', 'subscription-inactive']);

/** Whether another key may do better. */
export function rotatesAfter(code: FailureCode): boolean {
	return ROTATING.has(code);
}

/** Whether the key is of no further use in this turn. */
export function isSpentAfter(code: FailureCode): boolean {
	return SPENDING.has(code);
}

/**
 * The least used key that is neither tried nor cooling, the oldest of equals; when all are cooling the one that has
 * cooled longest, since a turn without any key would say nothing true. Null when none is left.
 */
export function pickKey(keys: readonly PooledKey[], choice: KeyChoice): PooledKey | null {
	const { tried, spent, pinned, nowMs } = choice;
	const usable = keys.filter(({ isEnabled, credential: { digest } }) => {
		return isEnabled && !tried.has(digest) && !spent.has(digest) && (pinned === null || pinned === digest);
	});
	const isCool = (key: PooledKey): boolean => key.coolingUntilMs === null || key.coolingUntilMs <= nowMs;
	const ready = usable.filter(isCool).toSorted((a, b) => a.usageCount - b.usageCount || ageOf(a) - ageOf(b));
	if (ready[0]) return ready[0];
	// Keys that cool are worth asking only when nothing else was asked in this attempt.
	if (tried.size > 0) return null;
	return usable.toSorted((a, b) => (a.coolingUntilMs ?? 0) - (b.coolingUntilMs ?? 0))[0] ?? null;
}

function ageOf(key: PooledKey): number {
	return key.id ?? 0;
}
