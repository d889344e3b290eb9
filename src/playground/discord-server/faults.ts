/** Faults a test asks for: the next matching requests are limited, broken, cut, delayed or refused. */

/** What goes wrong. */
export type FaultKind = '429' | '5xx' | 'error' | 'dropped-answer' | 'half-answer' | 'delay' | 'refuse';

/** A fault and the requests it meets. */
export interface FaultOptions {
	/** Any method when absent. */
	readonly method?: string;
	/** Tested against the path after `/api/v10`; any path when absent. */
	readonly path?: RegExp;
	/** How many requests it meets; one when absent. */
	readonly times?: number;
	/** How many of those that it would meet pass before; none when absent. */
	readonly after?: number;
	/**
	 * `429`, `5xx` and `error` answer without executing; `dropped-answer` executes and cuts the connection before
	 * the answer, `half-answer` in the middle of it; `delay` waits and executes; `refuse` cuts without executing.
	 */
	readonly kind: FaultKind;
	/** For `429`: seconds, may be a fraction; 0.2 when absent. */
	readonly retryAfterSeconds?: number;
	/** For `429`: the whole bot is limited, not the route. */
	readonly global?: boolean;
	/** For `429`: `user` (the default), `shared` or `global`. */
	readonly scope?: string;
	/** For `429` and `5xx`: a page of the proxy before Discord, which knows of no buckets; its `Retry-After` when given. */
	readonly page?: { readonly retryAfterSeconds?: number };
	/** For `5xx` and `error`: the status; 502 and 400 when absent. */
	readonly status?: number;
	/** For `error`, and for a `429` that has one, such as slowmode: Discord's code and its words. */
	readonly code?: number;
	readonly message?: string;
	/** For `delay`: milliseconds. */
	readonly delayMs?: number;
}

/** A fault in force. */
export interface Fault extends FaultOptions {
	/** How many requests it will still meet. */
	remaining: number;
	/** How many will still pass before. */
	passing: number;
	/** How many it has met. */
	hits: number;
}

/** The faults of one server, first added first met. */
export class FaultList {
	readonly #faults: Fault[] = [];

	/** Puts a fault in force. */
	add(options: FaultOptions): Fault {
		const fault: Fault = { ...options, remaining: options.times ?? 1, passing: options.after ?? 0, hits: 0 };
		this.#faults.push(fault);
		return fault;
	}

	/** Takes all faults out of force. */
	clear(): void {
		this.#faults.length = 0;
	}

	/** The fault that meets this request, counted; null for none. */
	take(method: string, path: string): Fault | null {
		const fault = this.#faults.find(
			(candidate) =>
				candidate.remaining > 0 &&
				(candidate.method === undefined || candidate.method === method) &&
				(candidate.path === undefined || candidate.path.test(path)),
		);
		if (fault === undefined) return null;
		if (fault.passing > 0) {
			fault.passing -= 1;
			return null;
		}
		fault.remaining -= 1;
		fault.hits += 1;
		return fault;
	}
}
