/** How long to wait before the next attempt, growing with each failure and spread by chance. */

export interface BackoffOptions {
	/** The longest wait after the first failure. */
	readonly baseMs: number;
	/** No wait is longer than this. */
	readonly capMs: number;
	/** A number from 0 (included) to 1 (excluded). */
	readonly random: () => number;
}

/**
 * The wait in whole milliseconds after `failures` failures in a row (1 or more): between half of and the whole of
 * `baseMs × 2^(failures − 1)`, capped. Half is certain, so that a busy server is never hammered; half is chance, so
 * that many waiters do not come back at the same moment.
 */
export function backoffDelayMs(failures: number, options: BackoffOptions): number {
	const exponent = Math.max(0, failures - 1);
	const ceilingMs = Math.min(options.capMs, options.baseMs * 2 ** exponent);
	return Math.round(ceilingMs / 2 + (ceilingMs / 2) * options.random());
}
