/** One request for a reply: the endpoint's events become raw output, and every end becomes exactly one. */

import { errorStatusOf, isHtmlPage, parseObject } from '#core/text/provider-words';
import type { Failure } from '#domain/failure';
import type { ToolCallPiece } from '#domain/tool-call';
import type { RequestEnd, RequestStep } from '#lib/event-request';
import type { SseEvent } from '#lib/sse';
import type { TextEndpoint, WireEvent } from './text-endpoint.ts';

/** How to read one answer. */
export interface AttemptOptions {
	readonly endpoint: Pick<TextEndpoint, 'sentinel' | 'read'>;
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

/** A piece of the model's raw output, or the end: nothing follows it. */
export type AttemptEvent =
	| { readonly kind: 'text' | 'thinking'; readonly text: string }
	| { readonly kind: 'call'; readonly piece: ToolCallPiece }
	| { readonly kind: 'end'; readonly end: AttemptEnd };

/** How some servers send an error in the middle of a stream: as a field that events do not have. */
const ERROR_FIELD = /^error:\s*(?=\{)/u;

const BROKEN_EVENT: AttemptEnd = {
	kind: 'failed',
	failure: { code: 'provider-broken', detail: 'An event of the answer could not be read.' },
};
const WITHHELD: AttemptEnd = {
	kind: 'failed',
	failure: { code: 'provider-rejected', detail: 'The provider’s content filter kept the reply back.' },
};
const CLOSED: AttemptEnd = { kind: 'unexpected', failure: { code: 'continuation-exhausted' } };

/** Takes the steps of one request in order; after an end it is not asked again. */
export class AttemptReader {
	readonly #options: AttemptOptions;
	/** Calls of tools count. */
	#hasText = false;

	constructor(options: AttemptOptions) {
		this.#options = options;
	}

	take(step: RequestStep): readonly AttemptEvent[] {
		const news = step.kind === 'end' ? this.#endOf(step.end) : this.#newsOf(step.event);
		if ('kind' in news) return [{ kind: 'end', end: news }];
		const events: AttemptEvent[] = [];
		for (const item of news) {
			if (item.kind === 'text' || item.kind === 'thinking' || item.kind === 'call') {
				if (item.kind !== 'thinking') this.#hasText = true;
				events.push(item);
				continue;
			}
			events.push({ kind: 'end', end: this.#said(item) });
			break;
		}
		return events;
	}

	/** What an event says, or the end when it ends everything. */
	#newsOf(event: SseEvent): readonly WireEvent[] | AttemptEnd {
		const { endpoint, refusalFailure } = this.#options;
		const data = event.data.trim();
		if (event.flaw === 'overflow') return BROKEN_EVENT;
		if (data === '') return [];
		if (data === endpoint.sentinel) return [{ kind: 'done' }];
		if (event.flaw === 'foreign' && isHtmlPage(data)) return { kind: 'failed', failure: refusalFailure(200, data) };
		const payload = parseObject(event.flaw === 'foreign' ? data.replace(ERROR_FIELD, '') : data);
		if (payload === null) return event.flaw === 'foreign' ? [] : BROKEN_EVENT;
		const status = errorStatusOf(payload);
		if (status !== null) return { kind: 'failed', failure: refusalFailure(status, data) };
		return endpoint.read(payload);
	}

	/** The end of an answer that ended by itself, without the provider saying so. */
	#endOf(end: RequestEnd): AttemptEnd {
		switch (end.kind) {
			case 'eof':
				return CLOSED;
			case 'timeout':
				return { kind: 'unexpected', failure: { code: 'provider-timeout' } };
			case 'lost':
				return { kind: 'unexpected', failure: { code: 'provider-unreachable' } };
			case 'refused':
				return { kind: 'failed', failure: this.#options.refusalFailure(end.status, end.body) };
			case 'aborted':
				return { kind: 'aborted' };
		}
	}

	/** The end that the provider spoke of. The sentinel without any text before it is no way to end a reply. */
	#said(item: Exclude<WireEvent, { readonly kind: 'text' | 'thinking' | 'call' }>): AttemptEnd {
		if (item.kind === 'end') return { kind: 'normal', reason: item.reason };
		if (this.#hasText) return { kind: 'normal', reason: 'stop' };
		return item.kind === 'withheld' ? WITHHELD : CLOSED;
	}
}
