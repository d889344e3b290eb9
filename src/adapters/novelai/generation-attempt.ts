/** One request for a reply: the endpoint's events become generation events, and every end becomes exactly one event. */
import type { Failure } from '#domain/failure';
import type { GenerationEndReason, GenerationEvent } from '#domain/generation';
import type { SseEvent } from '#lib/sse';
import type { RequestEnd, RequestStep } from './event-request.ts';
import { errorStatusOf, isHtmlPage, parseObject } from './novelai-failure.ts';
import type { TextEndpoint, WireEvent } from './text-endpoint.ts';
import { type DeltaEvent, VisibleText, type VisibleTextOptions } from './visible-text.ts';

/** How to read one answer. */
export interface AttemptOptions extends Pick<VisibleTextOptions, 'trimsLeadingSpace'> {
	readonly endpoint: TextEndpoint;
	/** Names the failure of a refusal, whether it came as a status or inside an answer. */
	readonly refusalFailure: (status: number, body: string) => Failure;
}

/** How an answer ended, once that is known. */
type Verdict =
	| { readonly kind: 'normal'; readonly reason: GenerationEndReason }
	| { readonly kind: 'failed'; readonly failure: Failure }
	/** Not said by the provider: a cut when something was shown, else the failure. */
	| { readonly kind: 'unexpected'; readonly failure: Failure };

const BROKEN_EVENT: Verdict = {
	kind: 'failed',
	failure: { code: 'provider-broken', detail: 'An event of the answer could not be read.' },
};
const NO_REPLY: Failure = { code: 'provider-broken', detail: 'The answer ended without a reply.' };

/** Reads one answer to its end. */
class AnswerReader {
	readonly #options: AttemptOptions;
	readonly #visible: VisibleText;
	#hasText = false;
	#hasShown = false;

	constructor(options: AttemptOptions) {
		this.#options = options;
		const { endpoint, trimsLeadingSpace } = options;
		this.#visible = new VisibleText({ hasThinking: endpoint.hasThinking, trimsLeadingSpace });
	}

	/** News of one event; after a verdict nothing more is to be read. */
	read(event: SseEvent): { deltas: readonly DeltaEvent[]; verdict: Verdict | null } {
		const deltas: DeltaEvent[] = [];
		const news = this.#newsOf(event);
		if (!Array.isArray(news)) return { deltas, verdict: news as Verdict };
		for (const item of news as readonly WireEvent[]) {
			if (item.kind === 'text') {
				this.#hasText = true;
				deltas.push(...this.#note(this.#visible.push(item.text)));
			} else if (item.kind === 'end') {
				return { deltas, verdict: { kind: 'normal', reason: item.reason } };
			} else {
				const verdict: Verdict = this.#hasText
					? { kind: 'normal', reason: 'stop' }
					: { kind: 'unexpected', failure: NO_REPLY };
				return { deltas, verdict };
			}
		}
		return { deltas, verdict: null };
	}

	/** What is still held, and the one event that ends the generation. */
	finish(verdict: Verdict): readonly GenerationEvent[] {
		const held = this.#note(this.#visible.end());
		if (verdict.kind === 'normal') return [...held, { type: 'generation-end', reason: verdict.reason }];
		if (verdict.kind === 'unexpected' && this.#hasShown) return [...held, { type: 'generation-end', reason: 'cut' }];
		return [...held, { type: 'generation-failure', failure: verdict.failure }];
	}

	#note(deltas: readonly DeltaEvent[]): readonly DeltaEvent[] {
		this.#hasShown ||= deltas.some((delta) => delta.type === 'text-delta');
		return deltas;
	}

	/** What an event says, or a verdict when it ends everything. */
	#newsOf(event: SseEvent): readonly WireEvent[] | Verdict {
		const { endpoint, refusalFailure } = this.#options;
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
}

/** The verdict on an answer that ended by itself, without the provider saying so. */
function verdictOnEnd(end: Exclude<RequestEnd, { kind: 'aborted' }>, options: AttemptOptions): Verdict {
	switch (end.kind) {
		case 'eof':
			return { kind: 'unexpected', failure: NO_REPLY };
		case 'timeout':
			return { kind: 'unexpected', failure: { code: 'provider-timeout' } };
		case 'lost':
			return { kind: 'unexpected', failure: { code: 'provider-unreachable' } };
		case 'refused':
			return { kind: 'failed', failure: options.refusalFailure(end.status, end.body) };
	}
}

/**
 * Generation events of one answer: deltas, then one end or failure. Text that was received is always given out before
 * a failure. An aborted request ends without another event.
 */
export async function* readGeneration(
	steps: AsyncIterable<RequestStep>,
	options: AttemptOptions,
): AsyncGenerator<GenerationEvent> {
	const reader = new AnswerReader(options);
	for await (const step of steps) {
		if (step.kind === 'end') {
			if (step.end.kind !== 'aborted') yield* reader.finish(verdictOnEnd(step.end, options));
			return;
		}
		const { deltas, verdict } = reader.read(step.event);
		yield* deltas;
		if (verdict === null) continue;
		yield* reader.finish(verdict);
		return;
	}
}
