/** Leaves a request alone when nobody waits for it any more. */

/**
 * Settles as the work does, or rejects with an `AbortError` as soon as the signal aborts: discord.js waits out a rate
 * limit without looking at the request's own signal. The work must have the signal too, so that it is not done later.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const leave = (): void => reject(new DOMException('The request was called off.', 'AbortError'));
		if (signal.aborted) leave();
		signal.addEventListener('abort', leave, { once: true });
		void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
	});
}
