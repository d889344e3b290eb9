/** What the stand-in was asked, what it answered, and every rule a client broke. */

/** How a request ended; `running` while it has not. */
export type Outcome = 'running' | 'answered' | 'refused' | 'script-fault' | 'aborted';

/** One request. Times are milliseconds since the epoch; the key is only ever a digest. */
export interface NovelaiRequest {
	readonly number: number;
	readonly method: string;
	readonly path: string;
	/** From `digestToken`, or null without a bearer token. */
	readonly authorizationDigest: string | null;
	readonly receivedAt: number;
	/** Parsed JSON, the raw text when it is not JSON, null without a body. */
	body: unknown;
	model: string | null;
	/** The rendered prompt as text, ids decoded. */
	prompt: string | null;
	stream: boolean;
	inputTokens: number | null;
	/** False when the model's tokenizer is not provisioned and `inputTokens` is a low estimate. */
	countIsExact: boolean;
	windowTokens: number | null;
	outputTokens: number;
	/** What was written as reply, also in part. */
	outputText: string;
	status: number | null;
	outcome: Outcome;
	finishedAt: number | null;
}

/** A rule of the API or of a prompt template that a client broke. */
export interface Violation {
	readonly requestNumber: number;
	readonly kind: 'body' | 'route' | 'template';
	readonly message: string;
}

/** A route the stand-in does not have. */
export interface UnknownRoute {
	readonly method: string;
	readonly path: string;
}

/** Called when a request is received and again when it has ended. */
export type RequestListener = (request: NovelaiRequest) => void;

const untilTimeoutMs = 10_000;

/** The log; `changed` wakes those who wait. */
export class RequestLog {
	readonly requests: NovelaiRequest[] = [];
	readonly violations: Violation[] = [];
	readonly unknownRoutes: UnknownRoute[] = [];
	readonly #listeners = new Set<RequestListener>();
	readonly #waiters = new Set<() => void>();
	readonly #now: () => number;

	constructor(now: () => number) {
		this.#now = now;
	}

	receive(request: Pick<NovelaiRequest, 'method' | 'path' | 'authorizationDigest'>): NovelaiRequest {
		const entry: NovelaiRequest = {
			...request,
			number: this.requests.length + 1,
			receivedAt: this.#now(),
			body: null,
			model: null,
			prompt: null,
			stream: false,
			inputTokens: null,
			countIsExact: false,
			windowTokens: null,
			outputTokens: 0,
			outputText: '',
			status: null,
			outcome: 'running',
			finishedAt: null,
		};
		this.requests.push(entry);
		return entry;
	}

	/** Tells listeners and waiters that an entry has news. */
	announce(entry: NovelaiRequest): void {
		for (const listener of this.#listeners) listener(entry);
		this.changed();
	}

	finish(entry: NovelaiRequest, outcome: Exclude<Outcome, 'running'>): void {
		if (entry.outcome !== 'running') return;
		entry.outcome = outcome;
		entry.finishedAt = this.#now();
		this.announce(entry);
	}

	violate(entry: NovelaiRequest, kind: Violation['kind'], messages: readonly string[]): void {
		for (const message of messages) this.violations.push({ requestNumber: entry.number, kind, message });
	}

	listen(listener: RequestListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	changed(): void {
		for (const waiter of [...this.#waiters]) waiter();
	}

	/** Resolves as soon as the condition holds; rejects after 10 s with a summary of what did arrive. */
	until(condition: () => boolean, timeoutMs: number = untilTimeoutMs): Promise<void> {
		if (condition()) return Promise.resolve();
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				this.#waiters.delete(check);
				reject(new Error(`The condition did not come true within ${timeoutMs} ms. Requests: ${this.#summary()}`));
			}, timeoutMs);
			const check = (): void => {
				if (!condition()) return;
				clearTimeout(timer);
				this.#waiters.delete(check);
				resolve();
			};
			this.#waiters.add(check);
		});
	}

	#summary(): string {
		const lines = this.requests.map(
			(entry) =>
				`${entry.number} ${entry.method} ${entry.path} ${entry.model ?? ''} ${entry.status ?? '-'} ${entry.outcome}`,
		);
		return lines.length === 0 ? 'none' : lines.join('; ');
	}
}
