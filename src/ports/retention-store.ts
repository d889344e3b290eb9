/** Forgets what servers no longer want kept. */

/** What is looked for. */
export interface RetentionSweep {
	readonly nowMs: number;
	/** Turns that are removed at once, at most. */
	readonly turnsMax: number;
}

/** Turns go with their lines, messages and texts. */
export interface RetentionStore {
	/**
	 * Removes closed turns that are older than their server's `retentionDays`, the oldest first; how many there were.
	 * Servers without that setting keep theirs.
	 */
	removeOldTurns(sweep: RetentionSweep): Promise<number>;
}
