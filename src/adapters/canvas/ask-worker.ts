/** One question to a worker of its own, which gives its memory back afterwards. */
import type { Clock } from '#ports/clock';

/** What is asked. */
export interface WorkerQuestion {
	readonly url: URL;
	readonly message: unknown;
	readonly timeoutMs: number;
	readonly clock: Clock;
}

/** What came of it: the worker's only message, or why there is none. */
export type WorkerAnswer = { readonly data: unknown } | { readonly trouble: string };

/** Starts the worker, asks, and ends it, whatever comes. Never rejects. */
export function askWorker({ url, message, timeoutMs, clock }: WorkerQuestion): Promise<WorkerAnswer> {
	const worker = new Worker(url.href);
	return new Promise((resolve) => {
		const end = (answer: WorkerAnswer): void => {
			disarm();
			worker.terminate();
			resolve(answer);
		};
		const disarm = clock.after(timeoutMs, () => end({ trouble: 'no answer in time' }));
		worker.onmessage = ({ data }: MessageEvent<unknown>) => end({ data });
		worker.onerror = (event) => {
			event.preventDefault();
			end({ trouble: event.message });
		};
		worker.postMessage(message);
	});
}
