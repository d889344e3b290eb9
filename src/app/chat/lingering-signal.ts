/** A signal that follows another one a little later. */
import type { Clock } from '#ports/clock';

/** The later signal, and the way to forget both. */
export interface LingeringSignal {
	readonly signal: AbortSignal;
	forget(): void;
}

/** Aborts `delayMs` after `signal` did, with its reason: what is on its way can still arrive. */
export function lingeringSignal(signal: AbortSignal, delayMs: number, clock: Clock): LingeringSignal {
	const later = new AbortController();
	let cancelTimer = (): void => {};
	const follow = (): void => {
		cancelTimer = clock.after(delayMs, () => later.abort(signal.reason));
	};
	if (signal.aborted) follow();
	else signal.addEventListener('abort', follow, { once: true });
	return {
		signal: later.signal,
		forget() {
			signal.removeEventListener('abort', follow);
			cancelTimer();
		},
	};
}
