/** Keeps the typing indicator of a channel alive. */
import type { Clock } from '#ports/clock';

/** How typing is shown and kept. */
export interface TypingKeeperOptions {
	readonly clock: Clock;
	/** Discord shows one call for ten seconds. */
	readonly intervalMs: number;
	/** Shows typing once; false when it is of no use to try again. Never rejects. */
	readonly showTyping: (signal: AbortSignal) => Promise<boolean>;
}

/** Milliseconds between two typing calls. */
export const typingIntervalMs = 8000;

/** Shows typing at once and again at every interval, until the returned function is called; one call at a time. */
export function keepTyping(options: TypingKeeperOptions): () => void {
	const stopping = new AbortController();
	let cancelTimer = () => {};
	let waiting = false;
	const show = async () => {
		waiting = true;
		const useful = await options.showTyping(stopping.signal);
		waiting = false;
		if (!useful) stop();
	};
	const schedule = () => {
		cancelTimer = options.clock.after(options.intervalMs, () => {
			if (stopping.signal.aborted) return;
			schedule();
			if (!waiting) void show();
		});
	};
	const stop = () => {
		cancelTimer();
		stopping.abort();
	};
	schedule();
	void show();
	return stop;
}
