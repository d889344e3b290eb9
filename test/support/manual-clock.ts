/** A clock that a test moves by hand. */
import type { Clock } from '#ports/clock';

interface Timer {
	readonly atMs: number;
	readonly order: number;
	readonly action: () => void;
}

/** Time stands still until `advance`; due timers run in the order of their times. */
export class ManualClock implements Clock {
	#nowMs: number;
	#nextOrder = 0;
	#timers: Timer[] = [];

	constructor(nowMs = 1_700_000_000_000) {
		this.#nowMs = nowMs;
	}

	/** Timers that wait. */
	get waiting(): number {
		return this.#timers.length;
	}

	now(): number {
		return this.#nowMs;
	}

	after(delayMs: number, action: () => void): () => void {
		const timer = { atMs: this.#nowMs + Math.max(0, delayMs), order: this.#nextOrder++, action };
		this.#timers.push(timer);
		return () => {
			this.#timers = this.#timers.filter((other) => other !== timer);
		};
	}

	sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			if (signal?.aborted) return resolve();
			const cancel = this.after(delayMs, finish);
			function finish(): void {
				cancel();
				signal?.removeEventListener('abort', finish);
				resolve();
			}
			signal?.addEventListener('abort', finish, { once: true });
		});
	}

	/** Moves time on, running what falls due on the way. */
	advance(byMs: number): void {
		const untilMs = this.#nowMs + byMs;
		for (;;) {
			const due = this.#timers
				.filter((timer) => timer.atMs <= untilMs)
				.sort((a, b) => a.atMs - b.atMs || a.order - b.order)[0];
			if (!due) break;
			this.#timers = this.#timers.filter((timer) => timer !== due);
			this.#nowMs = due.atMs;
			due.action();
		}
		this.#nowMs = untilMs;
	}
}
