/** Waiting for a condition instead of sleeping: asked again at every change and on a short beat, up to a limit. */

/** How a wait is bounded and described. */
export interface UntilOptions<T> {
	/** Asked until it returns something other than undefined, null or false. */
	readonly probe: () => T | undefined | null | false;
	/** Registers for changes; returns the way to stop. */
	readonly subscribe: (changed: () => void) => () => void;
	/** Milliseconds after which the wait fails. */
	readonly timeoutMs: number;
	/** Says what did not happen, for the error. */
	readonly describe: () => string;
}

/** The beat for conditions that no change announces. */
const beatMs = 20;

/** Resolves with what the probe found; rejects with the description after the limit, and with the probe's own error. */
export function waitUntil<T>(options: UntilOptions<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		let finished = false;
		const finish = (settle: () => void): void => {
			if (finished) return;
			finished = true;
			clearInterval(beat);
			clearTimeout(limit);
			unsubscribe();
			settle();
		};
		const ask = (): void => {
			try {
				const found = options.probe();
				if (found !== undefined && found !== null && found !== false) finish(() => resolve(found));
			} catch (error) {
				finish(() => reject(error));
			}
		};
		const unsubscribe = options.subscribe(ask);
		const beat = setInterval(ask, beatMs);
		const limit = setTimeout(() => finish(() => reject(new Error(options.describe()))), options.timeoutMs);
		ask();
	});
}
