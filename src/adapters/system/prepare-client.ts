/** The main thread's side of the preparation worker. */
import { unservedFamilies } from '#core/novelai/profiles/serving-family';
import type { PrepareOrder, PrepareReport } from '#core/novelai/request/prepare-messages';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { PromptRequest } from '#domain/prompt-request';
import type { SubscriptionTier } from '#domain/subscription';
import { err, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { PromptPreparer } from '#ports/prompt-preparer';

/** A prompt at the limits takes about 2 s; a worker that needs longer than this hangs. */
const prepareTimeoutMs = 15_000;

/** What the client needs. */
export interface PrepareClientOptions {
	/** Where tokenizers are looked for after the project's own folder, in this order. */
	readonly directories: readonly string[];
	readonly clock: Clock;
	readonly log: Log;
	/** Another worker than the program's own; for tests. */
	readonly workerUrl?: URL;
	/** Another limit than 15 s for one preparation, in milliseconds. */
	readonly timeoutMs?: number;
}

type Answer = Result<PreparedPrompt, Failure>;

interface Job {
	readonly id: number;
	readonly request: PromptRequest;
	readonly tier: SubscriptionTier;
	readonly answer: (result: Answer) => void;
}

interface Deferred {
	readonly promise: Promise<readonly string[]>;
	readonly resolve: (families: readonly string[]) => void;
}

/**
 * Hands prompts to one worker, one at a time and in order. A worker that dies or hangs fails only the prompt it had
 * (`internal-error`) and is replaced; prompts that wait are prepared by the next one. An aborted preparation resolves
 * to `turn-timeout`, which its caller no longer reads.
 */
export class PrepareClient implements PromptPreparer {
	readonly #options: PrepareClientOptions;
	readonly #waiting: Job[] = [];
	#worker: Worker | null = null;
	#isReady = false;
	#current: Job | null = null;
	#disarm: (() => void) | null = null;
	#ready: Deferred = Promise.withResolvers<readonly string[]>();
	#isClosed = false;
	#lastId = 0;

	/** Starts the worker at once, so that the tables are loaded when the first prompt comes. */
	constructor(options: PrepareClientOptions) {
		this.#options = options;
		this.#start();
	}

	prepare(request: PromptRequest, tier: SubscriptionTier, signal: AbortSignal): Promise<Answer> {
		if (signal.aborted) return Promise.resolve(err({ code: 'turn-timeout' }));
		if (this.#isClosed) return Promise.resolve(err({ code: 'internal-error' }));
		this.#lastId += 1;
		const id = this.#lastId;
		return new Promise((resolve) => {
			const onAbort = (): void => {
				const place = this.#waiting.findIndex((job) => job.id === id);
				if (place >= 0) this.#waiting.splice(place, 1);
				resolve(err({ code: 'turn-timeout' }));
			};
			const answer = (result: Answer): void => {
				signal.removeEventListener('abort', onAbort);
				resolve(result);
			};
			signal.addEventListener('abort', onAbort, { once: true });
			this.#waiting.push({ id, request, tier, answer });
			if (this.#worker === null) this.#start();
			this.#next();
		});
	}

	/** Waits until the worker has tried to load all tables. */
	missingFamilies(): Promise<readonly string[]> {
		return this.#ready.promise;
	}

	/** Ends the worker; prompts under way fail with `internal-error`. */
	close(): void {
		this.#isClosed = true;
		this.#stop();
		for (const job of this.#waiting.splice(0)) job.answer(err({ code: 'internal-error' }));
		this.#ready.resolve([]);
	}

	#start(): void {
		const url = this.#options.workerUrl ?? new URL('../../prepare-worker.ts', import.meta.url);
		const worker = new Worker(url.href);
		this.#worker = worker;
		worker.onmessage = (event: MessageEvent<PrepareReport>) => {
			if (worker === this.#worker) this.#hear(event.data);
		};
		worker.onerror = (event) => {
			event.preventDefault();
			if (worker === this.#worker) this.#replace(event.message);
		};
		worker.addEventListener('close', () => {
			if (worker === this.#worker) this.#replace('closed');
		});
		this.#post({ kind: 'start', directories: this.#options.directories });
		this.#arm();
	}

	#post(order: PrepareOrder): void {
		this.#worker?.postMessage(order);
	}

	#arm(): void {
		this.#disarm?.();
		const limitMs = this.#options.timeoutMs ?? prepareTimeoutMs;
		this.#disarm = this.#options.clock.after(limitMs, () => this.#replace('no answer in time'));
	}

	#hear(report: PrepareReport): void {
		if (report.kind === 'ready') {
			this.#isReady = true;
			this.#ready.resolve(report.missingFamilies);
		} else if (report.id === this.#current?.id) {
			this.#current.answer(report.result);
			this.#current = null;
		}
		this.#disarm?.();
		this.#next();
	}

	#next(): void {
		if (!this.#isReady || this.#current !== null) return;
		const job = this.#waiting.shift();
		if (job === undefined) return;
		this.#current = job;
		this.#arm();
		this.#post({ kind: 'prepare', id: job.id, request: job.request, tier: job.tier });
	}

	/** Ends the worker and fails what it had. */
	#stop(): void {
		this.#disarm?.();
		const worker = this.#worker;
		this.#worker = null;
		this.#isReady = false;
		worker?.terminate();
		this.#current?.answer(err({ code: 'internal-error' }));
		this.#current = null;
	}

	#replace(reason: string): void {
		if (this.#isClosed) return;
		const wasReady = this.#isReady;
		this.#options.log.error({ reason, wasReady }, 'The preparation worker is replaced.');
		this.#stop();
		if (wasReady) {
			this.#start();
			return;
		}
		// A worker that cannot even start would be replaced for ever: what waits fails, and the next prompt tries again.
		for (const job of this.#waiting.splice(0)) job.answer(err({ code: 'internal-error' }));
		this.#ready.resolve(unservedFamilies(() => false));
	}
}
