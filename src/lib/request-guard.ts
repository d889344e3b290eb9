/** One signal for everything that may end a request early: the caller, a time limit, or our own leaving. */

/** Runs `action` after `delayMs`; what it returns cancels that. */
export type Timer = (delayMs: number, action: () => void) => () => void;

/** Bounds one request in time. */
export class RequestGuard {
	readonly #controller = new AbortController();
	readonly #after: Timer;
	readonly #caller: AbortSignal;
	readonly #onAbort = (): void => this.#controller.abort();
	#disarm: (() => void) | null = null;
	#timedOut = false;

	constructor(after: Timer, caller: AbortSignal) {
		this.#after = after;
		this.#caller = caller;
		if (caller.aborted) this.#controller.abort();
		else caller.addEventListener('abort', this.#onAbort, { once: true });
	}

	/** Aborted when the request shall end, for whatever reason. */
	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** True when a time limit passed. */
	get timedOut(): boolean {
		return this.#timedOut;
	}

	/** Starts the time limit anew. */
	arm(limitMs: number): void {
		this.#disarm?.();
		this.#disarm = this.#after(limitMs, () => {
			this.#timedOut = true;
			this.#controller.abort();
		});
	}

	/** Stops the time limit and releases the connection, if it is still open. */
	close(): void {
		this.#disarm?.();
		this.#disarm = null;
		this.#caller.removeEventListener('abort', this.#onAbort);
		this.#controller.abort();
	}

	/** Settles like `work`, or rejects as soon as the request shall end, even if the work never settles. */
	async until<T>(work: Promise<T>): Promise<T> {
		const { signal } = this;
		let stop: () => void = () => {};
		const ended = new Promise<never>((_resolve, reject) => {
			stop = () => reject(new Error('The request was ended early.'));
			if (signal.aborted) stop();
			else signal.addEventListener('abort', stop, { once: true });
		});
		try {
			return await Promise.race([work, ended]);
		} finally {
			signal.removeEventListener('abort', stop);
		}
	}
}
