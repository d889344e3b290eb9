/** Runs asynchronous jobs one at a time for each key, in the order they came; different keys run side by side. */

interface Line {
	/** Starters of the jobs that have not begun, oldest first; a set, so that an aborted one leaves in one step. */
	readonly waiting: Set<() => void>;
}

/** A line of jobs for each key. A key without jobs takes no memory. */
export class KeyedQueue<Key> {
	readonly #lines = new Map<Key, Line>();

	/** Keys that have a running job. */
	get size(): number {
		return this.#lines.size;
	}

	/** How many jobs of this key have not begun. */
	waiting(key: Key): number {
		return this.#lines.get(key)?.waiting.size ?? 0;
	}

	/** Whether a job of this key is running. */
	isBusy(key: Key): boolean {
		return this.#lines.has(key);
	}

	/**
	 * Runs `job` when all earlier jobs of the key have ended, and settles as it does; a job that throws does not stop
	 * the line. With a signal, a job that has not begun is dropped on abort: the promise rejects with the signal's
	 * reason. A job that has begun is not touched; it may listen to the signal itself. A free key begins at once.
	 */
	async run<T>(key: Key, job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		signal?.throwIfAborted();
		const line = this.#lines.get(key);
		if (line === undefined) this.#lines.set(key, { waiting: new Set() });
		else await waitInLine(line, signal);
		try {
			return await job();
		} finally {
			this.#startNext(key);
		}
	}

	#startNext(key: Key): void {
		const waiting = this.#lines.get(key)?.waiting;
		const [start] = waiting ?? [];
		if (waiting === undefined || start === undefined) {
			this.#lines.delete(key);
			return;
		}
		waiting.delete(start);
		start();
	}
}

function waitInLine(line: Line, signal: AbortSignal | undefined): Promise<void> {
	return new Promise<void>((resolve, reject) => {
		const start = (): void => {
			signal?.removeEventListener('abort', leave);
			resolve();
		};
		const leave = (): void => {
			line.waiting.delete(start);
			reject(signal?.reason);
		};
		line.waiting.add(start);
		signal?.addEventListener('abort', leave, { once: true });
	});
}
