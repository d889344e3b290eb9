/** The machine's own time. */
import type { Clock } from '#ports/clock';

/** A clock over `Date.now` and `setTimeout`; its timers do not keep the process alive by themselves. */
export const systemClock: Clock = {
	now: () => Date.now(),
	after(delayMs, action) {
		const timer = setTimeout(action, delayMs);
		timer.unref();
		return () => clearTimeout(timer);
	},
	sleep(delayMs, signal) {
		return new Promise((resolve) => {
			if (signal?.aborted) return resolve();
			const timer = setTimeout(finish, delayMs);
			function finish(): void {
				clearTimeout(timer);
				signal?.removeEventListener('abort', finish);
				resolve();
			}
			signal?.addEventListener('abort', finish, { once: true });
		});
	},
};
