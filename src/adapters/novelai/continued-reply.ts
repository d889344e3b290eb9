/** One reply over all its requests: guarded while it streams, and gone on with where the provider broke off. */
import type { AttemptEnd, AttemptEvent } from '#core/reply/attempt-reader';
import { Guard, type GuardEvent } from '#core/reply/guard/guard';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEndReason, GenerationEvent } from '#domain/generation';
import type { PromptRequest } from '#domain/prompt-request';
import type { Result } from '#lib/result';
import { untilAborted } from '#lib/until-aborted';

/** A reply that breaks off is asked for again at most so often. */
const continuationsMax = 2;

/** What a reply needs of the outside. */
export interface ReplyPorts {
	/** Sends a request; leaving the loop releases it. */
	attempt(prepared: PreparedPrompt): AsyncIterable<AttemptEvent>;
	/** Prepares a continuation. */
	prepare(request: PromptRequest): Promise<Result<PreparedPrompt, Failure>>;
	/** For one request: how long to wait before a failed try without any text is repeated; null lets it stand. */
	retryWaits(): (failure: Failure) => number | null;
	/** Resolves early when the reply is aborted. */
	sleep(waitMs: number): Promise<void>;
	readonly signal: AbortSignal;
}

/** How a request ended, a guard included. */
type RequestOutcome = AttemptEnd | { readonly kind: 'guarded'; readonly reason: GenerationEndReason };

/** A reply that was gone on with and still shows nothing. */
const exhausted: GenerationEvent = { type: 'generation-failure', failure: { code: 'continuation-exhausted' } };

/** The prompt's explicit prefill, or null when the reply begins at its beginning. */
function prefillOf(request: PromptRequest): string | null {
	const item = request.items.findLast(({ explicitPrefill }) => explicitPrefill === true);
	return item === undefined ? null : (item.completionText ?? item.text) || null;
}

/** The state of one reply. */
class ContinuedReply {
	readonly #first: PreparedPrompt;
	readonly #ports: ReplyPorts;
	readonly #guard: Guard;
	#written = '';
	#continuations = 0;

	constructor(first: PreparedPrompt, ports: ReplyPorts) {
		this.#first = first;
		this.#ports = ports;
		const names = { own: first.ownLabels, foreign: first.foreignNames };
		const isThinker = first.transport === 'completion';
		const { stopStrings } = first.request;
		this.#guard = new Guard({ names, prefill: prefillOf(first.request), isThinker, stopStrings });
	}

	async *events(): AsyncGenerator<GenerationEvent> {
		let prepared: PreparedPrompt = this.#first;
		for (;;) {
			const outcome = yield* this.#request(prepared);
			if (outcome.kind === 'aborted' || this.#ports.signal.aborted) return;
			if (outcome.kind === 'unexpected' && this.#continuations < continuationsMax) {
				const next = await this.#continuation();
				if (this.#ports.signal.aborted) return;
				if (next !== null) {
					this.#continuations += 1;
					prepared = next;
					continue;
				}
			}
			yield* this.#finish(outcome);
			return;
		}
	}

	/**
	 * One request, tried again while it brings no text; hands on what may be shown at once. A continuation that was taken
	 * and broke off is not tried beside the count of continuations; only a refused one is.
	 */
	async *#request(prepared: PreparedPrompt): AsyncGenerator<GenerationEvent, RequestOutcome> {
		const waitAfter = this.#ports.retryWaits();
		for (;;) {
			const attempt = yield* this.#attempt(prepared);
			const { outcome } = attempt;
			const isCounted = this.#continuations > 0 && outcome.kind === 'unexpected';
			const failure = 'failure' in outcome && !attempt.hasText && !isCounted ? outcome.failure : null;
			const waitMs = failure === null ? null : waitAfter(failure);
			if (waitMs === null) return outcome;
			await this.#ports.sleep(waitMs);
			if (this.#ports.signal.aborted) return { kind: 'aborted' };
		}
	}

	async *#attempt(
		prepared: PreparedPrompt,
	): AsyncGenerator<GenerationEvent, { readonly outcome: RequestOutcome; readonly hasText: boolean }> {
		let hasText = false;
		for await (const event of this.#ports.attempt(prepared)) {
			if (event.kind === 'end') return { outcome: event.end, hasText };
			if (event.kind === 'call') continue;
			if (event.kind === 'thinking') {
				yield { type: 'thinking-delta', text: event.text };
				continue;
			}
			hasText = true;
			this.#written += event.text;
			const reason = yield* handOn(this.#guard.push(event.text));
			if (reason !== null) return { outcome: { kind: 'guarded', reason }, hasText };
		}
		return { outcome: { kind: 'aborted' }, hasText };
	}

	/** The request that goes on, or null when nothing is missing or nothing more can be asked for. */
	async #continuation(): Promise<PreparedPrompt | null> {
		if (this.#written === '' || !this.#guard.holdsFragment) return null;
		const { request, report } = this.#first;
		const continuation = { written: this.#written, totalOutputTokens: report.outputTokensMax };
		const prepared = await this.#ports.prepare({ ...request, continuation });
		return prepared.ok ? prepared.value : null;
	}

	/** What is still held, and the one event that ends the reply. */
	async *#finish(outcome: Exclude<RequestOutcome, { kind: 'aborted' }>): AsyncGenerator<GenerationEvent> {
		const guarded = yield* handOn(this.#guard.end());
		switch (outcome.kind) {
			case 'guarded':
			case 'normal':
				// An empty reply is tried once more by whoever asked, and that try would have continuations of its own.
				if (this.#continuations > 0 && !this.#guard.hasShown) yield exhausted;
				else yield { type: 'generation-end', reason: guarded ?? outcome.reason };
				return;
			case 'failed':
				yield { type: 'generation-failure', failure: outcome.failure };
				return;
			case 'unexpected':
				if (this.#guard.hasShown) yield { type: 'generation-end', reason: 'cut' };
				// A provider that never began has its own failure.
				else if (this.#written === '') yield { type: 'generation-failure', failure: outcome.failure };
				else yield exhausted;
		}
	}
}

/** Hands on what may be shown; the reason when a guard ended the reply. */
async function* handOn(events: readonly GuardEvent[]): AsyncGenerator<GenerationEvent, GenerationEndReason | null> {
	for (const event of events) {
		if (event.type === 'stop') return event.reason;
		yield event;
	}
	return null;
}

/**
 * Streams a reply: deltas of thoughts and of text that may be shown, then one end or failure; text that was received
 * always comes before a failure. Where the provider breaks off in the middle of something, the reply goes on with at
 * most two more requests within the same total length. An aborted reply ends without another event.
 */
export function continuedReply(first: PreparedPrompt, ports: ReplyPorts): AsyncGenerator<GenerationEvent> {
	return untilAborted(new ContinuedReply(first, ports).events(), ports.signal);
}
