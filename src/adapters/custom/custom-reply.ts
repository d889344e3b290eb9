/** One reply of a custom endpoint: guarded while it streams, asked for again while it brings no text. */
import type { AttemptEnd, AttemptEvent } from '#core/reply/attempt-reader';
import { Guard, type GuardEvent } from '#core/reply/guard/guard';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEndReason, GenerationEvent } from '#domain/generation';
import { CalledTools } from './called-tools.ts';

/** No reply is longer, reasoning included, whatever the endpoint makes of its limit: UTF-16 units. */
const replyUnitsMax = 500_000;

/** What a reply needs of the outside. */
export interface CustomReplyPorts {
	/** Sends the request; leaving the loop releases it. */
	attempt(): AsyncIterable<AttemptEvent>;
	/** How long to wait before a failed try without any text is repeated; null lets it stand. */
	waitAfter(failure: Failure): number | null;
	/** Resolves early when the reply is aborted. */
	sleep(waitMs: number): Promise<void>;
	readonly signal: AbortSignal;
}

/** How a try ended, guards included. */
type Outcome = AttemptEnd | { readonly kind: 'guarded'; readonly reason: GenerationEndReason };

const NEVER_BEGAN: Failure = { code: 'provider-broken', detail: 'The connection closed before the reply began.' };

/** The prompt's explicit prefill, or null when the reply begins at its beginning. */
function prefillOf({ request, toolRounds = [] }: PreparedPrompt): string | null {
	if (toolRounds.length > 0) return null;
	return request.items.findLast(({ explicitPrefill }) => explicitPrefill === true)?.text || null;
}

class CustomReply {
	readonly #ports: CustomReplyPorts;
	readonly #guard: Guard;
	readonly #tools: CalledTools;
	#units = 0;
	#hasText = false;

	constructor(prepared: PreparedPrompt, ports: CustomReplyPorts) {
		this.#ports = ports;
		const names = { own: prepared.ownLabels, foreign: prepared.foreignNames };
		const { stopStrings } = prepared.request;
		// Any model may have been trained to think, and some servers keep the tag that opens the thought.
		this.#guard = new Guard({ names, prefill: prefillOf(prepared), isThinker: true, stopStrings });
		this.#tools = new CalledTools(prepared);
	}

	async *events(): AsyncGenerator<GenerationEvent> {
		for (;;) {
			const outcome = yield* this.#attempt();
			if (outcome.kind === 'aborted' || this.#ports.signal.aborted) return;
			const failure = 'failure' in outcome && !this.#hasText ? outcome.failure : null;
			const waitMs = failure === null ? null : this.#ports.waitAfter(failure);
			if (waitMs === null) {
				yield* this.#finish(outcome);
				return;
			}
			await this.#ports.sleep(waitMs);
			if (this.#ports.signal.aborted) return;
		}
	}

	async *#attempt(): AsyncGenerator<GenerationEvent, Outcome> {
		this.#tools.startAgain();
		for await (const event of this.#ports.attempt()) {
			if (event.kind === 'end') return event.end;
			if (event.kind === 'call') {
				this.#tools.take(event.piece);
				continue;
			}
			this.#units += event.text.length;
			if (event.kind === 'thinking') {
				yield { type: 'thinking-delta', text: event.text };
			} else {
				this.#hasText = true;
				const reason = yield* this.#handOn(this.#guard.push(event.text));
				if (reason !== null) return { kind: 'guarded', reason };
				if (this.#tools.isOver) return { kind: 'guarded', reason: 'stop' };
			}
			if (this.#units > replyUnitsMax) return { kind: 'guarded', reason: 'length' };
		}
		return { kind: 'aborted' };
	}

	/** What is still held, and the one event that ends the reply. */
	async *#finish(outcome: Exclude<Outcome, { kind: 'aborted' }>): AsyncGenerator<GenerationEvent> {
		const guarded = yield* this.#handOn(this.#guard.end());
		const rest = this.#tools.end();
		if (rest !== '') yield { type: 'text-delta', text: rest };
		const called = this.#tools.event();
		switch (outcome.kind) {
			case 'guarded':
			case 'normal':
				// Fields that a guard cut short are not whole; calls in the words stood before what it cut.
				if (called !== null && (outcome.kind === 'normal' || called.form === 'verbatim')) {
					yield called;
					return;
				}
				yield { type: 'generation-end', reason: guarded ?? outcome.reason };
				return;
			case 'failed':
				yield { type: 'generation-failure', failure: outcome.failure };
				return;
			case 'unexpected':
				if (this.#guard.hasShown) yield { type: 'generation-end', reason: 'cut' };
				else yield { type: 'generation-failure', failure: failureOf(outcome.failure) };
		}
	}

	/** Hands on what may be shown; the reason when a guard ended the reply. */
	async *#handOn(events: readonly GuardEvent[]): AsyncGenerator<GenerationEvent, GenerationEndReason | null> {
		for (const event of events) {
			if (event.type === 'stop') return event.reason;
			if (event.type !== 'text-delta') {
				yield event;
				continue;
			}
			const text = this.#tools.show(event.text);
			if (text !== '') yield { ...event, text };
		}
		return null;
	}
}

/** No custom endpoint is asked to go on, so none can be worn out by that. */
function failureOf(failure: Failure): Failure {
	return failure.code === 'continuation-exhausted' ? NEVER_BEGAN : failure;
}

/**
 * Streams a reply: deltas of thoughts and of text that may be shown, then one end, its calls, or a failure; text that was received
 * always comes before a failure. A reply that breaks off ends as cut. An aborted one ends without another event.
 */
export function customReply(prepared: PreparedPrompt, ports: CustomReplyPorts): AsyncGenerator<GenerationEvent> {
	return new CustomReply(prepared, ports).events();
}
