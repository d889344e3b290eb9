/** One request for a reply: the endpoint's events become raw text, and every end becomes exactly one. */
import type { Failure } from '#domain/failure';
import type { SseEvent } from '#lib/sse';
import type { RequestEnd, RequestStep } from './event-request.ts';
import { errorStatusOf, isHtmlPage, parseObject } from './novelai-failure.ts';
import type { TextEndpoint, WireEvent } from './text-endpoint.ts';

/** How to read one answer. */
export interface AttemptOptions {
	readonly endpoint: TextEndpoint;
	/** Names the failure of a refusal, whether it came as a status or inside an answer. */
	readonly refusalFailure: (status: number, body: string) => Failure;
}

/** How an answer ended. */
export type AttemptEnd =
	/** The provider said so. */
	| { readonly kind: 'normal'; readonly reason: 'stop' | 'length' }
	/** The provider refused, or said something that cannot be read. */
	| { readonly kind: 'failed'; readonly failure: Failure }
	/** Nobody said so: the connection closed, broke or fell silent; the failure counts where no text came. */
	| { readonly kind: 'unexpected'; readonly failure: Failure }
	| { readonly kind: 'aborted' };

/** A piece of the model's raw output, or the end, which comes last. */
export type AttemptEvent =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'end'; readonly end: AttemptEnd };

const BROKEN_EVENT: AttemptEnd = {
	kind: 'failed',
	failure: { code: 'provider-broken', detail: 'An event of the answer could not be read.' },
};
const CLOSED: AttemptEnd = { kind: 'unexpected', failure: { code: 'continuation-exhausted' } };

/** What an event says, or the end when it ends everything. */
function newsOf(event: SseEvent, { endpoint, refusalFailure }: AttemptOptions): readonly WireEvent[] | AttemptEnd {
	const data = event.data.trim();
	if (event.flaw === 'overflow') return BROKEN_EVENT;
	if (data === '') return [];
	if (data === endpoint.sentinel) return [{ kind: 'done' }];
	if (event.flaw === 'foreign' && isHtmlPage(data)) return { kind: 'failed', failure: refusalFailure(502, data) };
	const payload = parseObject(data);
	if (payload === null) return event.flaw === 'foreign' ? [] : BROKEN_EVENT;
	const status = errorStatusOf(payload);
	if (status !== null) return { kind: 'failed', failure: refusalFailure(status, data) };
	return endpoint.read(payload);
}

/** The end of an answer that ended by itself, without the provider saying so. */
function endOf(end: RequestEnd, options: AttemptOptions): AttemptEnd {
	switch (end.kind) {
		case 'eof':
			return CLOSED;
		case 'timeout':
			return { kind: 'unexpected', failure: { code: 'provider-timeout' } };
		case 'lost':
			return { kind: 'unexpected', failure: { code: 'provider-unreachable' } };
		case 'refused':
			return { kind: 'failed', failure: options.refusalFailure(end.status, end.body) };
		case 'aborted':
			return { kind: 'aborted' };
	}
}

/** The text of one answer and then its end. Nothing of the answer is read after that. */
export async function* readAttempt(
	steps: AsyncIterable<RequestStep>,
	options: AttemptOptions,
): AsyncGenerator<AttemptEvent> {
	let hasText = false;
	for await (const step of steps) {
		const news = step.kind === 'end' ? endOf(step.end, options) : newsOf(step.event, options);
		if ('kind' in news) {
			yield { kind: 'end', end: news };
			return;
		}
		for (const item of news) {
			if (item.kind === 'text') {
				hasText = true;
				yield item;
				continue;
			}
			const end: AttemptEnd = item.kind === 'end' ? { kind: 'normal', reason: item.reason } : endAtSentinel(hasText);
			yield { kind: 'end', end };
			return;
		}
	}
}

/** The sentinel without any text before it is no way to end a reply. */
function endAtSentinel(hasText: boolean): AttemptEnd {
	return hasText ? { kind: 'normal', reason: 'stop' } : CLOSED;
}
