/** Sends one request and hands on the events of its answer; every way in which it may end is a value. */
import { RequestGuard, type Timer } from './request-guard.ts';
import { type SseEvent, SseReader } from './sse.ts';
import { viaAddress } from './via-address.ts';

/** No event of any endpoint comes near this size. */
const eventBytesMax = 1_000_000;

/** As much of a refusal's body as is read; a proxy's page may be long. */
const refusalCharactersMax = 16_000;

/** What to send, and within which times. */
export interface EventRequestOptions {
	readonly url: string;
	readonly body: Readonly<Record<string, unknown>>;
	readonly headers: Readonly<Record<string, string>>;
	/** The address to connect to in place of asking for the name's; by the name unless given. */
	readonly address?: string | null;
	readonly after: Timer;
	/** Until the first byte of the answer. */
	readonly requestTimeoutMs: number;
	/** Between two reads after it. */
	readonly streamReadTimeoutMs: number;
}

/** How the answer ended; `lost` is a connection that could not be made or was reset. */
export type RequestEnd =
	| { readonly kind: 'eof' }
	| { readonly kind: 'timeout' }
	| { readonly kind: 'lost' }
	| { readonly kind: 'aborted' }
	| { readonly kind: 'refused'; readonly status: number; readonly body: string };

/** One event of the answer, or its end, which comes last. */
export type RequestStep =
	| { readonly kind: 'event'; readonly event: SseEvent }
	| { readonly kind: 'end'; readonly end: RequestEnd };

/** Reads a refusal's body as text, bounded. */
async function refusalBody(response: Response, guard: RequestGuard): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	const reader = response.body?.getReader();
	while (reader && text.length < refusalCharactersMax) {
		const { done, value } = await guard.until(reader.read());
		text += decoder.decode(value, { stream: !done });
		if (done) break;
	}
	return text.slice(0, refusalCharactersMax);
}

/** Yields the answer's events and then its end. Leaving the loop or aborting the signal releases the connection. */
export async function* requestEvents(options: EventRequestOptions, signal: AbortSignal): AsyncGenerator<RequestStep> {
	const guard = new RequestGuard(options.after, signal);
	try {
		guard.arm(options.requestTimeoutMs);
		const via = viaAddress(options.url, options.address ?? null);
		const sent = fetch(via.url, {
			...via.init,
			method: 'POST',
			headers: { ...options.headers, ...via.headers },
			body: JSON.stringify(options.body),
			// Whoever answers with another address would get the key, and could name one that nobody has checked.
			redirect: 'manual',
			signal: guard.signal,
		});
		const response = await guard.until(sent);
		if (!response.ok) {
			const body = await refusalBody(response, guard);
			yield { kind: 'end', end: { kind: 'refused', status: response.status, body } };
			return;
		}
		const sse = new SseReader({ eventBytesMax });
		const reader = response.body?.getReader();
		while (reader) {
			const { done, value } = await guard.until(reader.read());
			if (done) break;
			guard.arm(options.streamReadTimeoutMs);
			for (const event of sse.push(value)) yield { kind: 'event', event };
		}
		for (const event of sse.end()) yield { kind: 'event', event };
		yield { kind: 'end', end: { kind: 'eof' } };
	} catch {
		// Whatever fetch throws (refused, reset, unreadable), nothing of it may be shown; the kind says enough.
		if (signal.aborted) yield { kind: 'end', end: { kind: 'aborted' } };
		else yield { kind: 'end', end: { kind: guard.timedOut ? 'timeout' : 'lost' } };
	} finally {
		guard.close();
	}
}
