/** Time, as a capability. */

/** The current time and the only way to wait. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Runs `action` after `delayMs`; the returned function cancels it. */
	after(delayMs: number, action: () => void): () => void;
	/** Resolves after `delayMs`, or at once (without error) when the signal aborts. */
	sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}
