/** Waits for a signal. */

/** Resolves when the signal is aborted; at once when it has been. */
export function whenAborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
}
