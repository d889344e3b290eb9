/** One reply of a custom endpoint: guarded while it streams, asked for again while it brings no text. */
import type { AttemptEnd, AttemptEvent } from '#core/reply/attempt-reader';
import { Guard, type GuardEvent, type GuardOptions } from '#core/reply/guard/guard';
import { UncensorReader } from '#core/text/uncensor-reader';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEndReason, GenerationEvent } from '#domain/generation';
import type { UncensorOptions } from '#domain/uncensor-options';
import { untilAborted } from '#lib/until-aborted';
import { CalledTools } from './called-tools.ts';

/** No reply is longer, reasoning and calls included, whatever the endpoint makes of its limit: UTF-16 units. */
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
	/** Whether the endpoint's template is known to open a thought, and where it is told that it does, or does not. */
	readonly thoughts: { readonly areOpened: boolean; note(areOpened: boolean): void };
}

/** Of prompts that say the words as they were. */
const NO_CHANGE: UncensorOptions = { unicodeSpace: false, sanitize: false };

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
	/** Before the guard: labels and stops are known by the words that people read. */
	readonly #reader: UncensorReader;
	#guard: Guard;
	readonly #guardOptions: GuardOptions;
	/** What was written behind a thought that the template may have opened. */
	#written = '';
	#hasLeftThought = false;
	readonly #tools: CalledTools;
	#units = 0;
	#hasText = false;

	constructor(prepared: PreparedPrompt, ports: CustomReplyPorts) {
		this.#ports = ports;
		const names = { own: prepared.ownLabels, foreign: prepared.foreignNames };
		const { stopStrings, uncensor = NO_CHANGE } = prepared.request;
		this.#reader = new UncensorReader(uncensor);
		// Any model may have been trained to think, and some servers keep the tag that opens the thought.
		this.#guardOptions = { names, prefill: prefillOf(prepared), isThinker: true, stopStrings };
		const startsThinking = ports.thoughts.areOpened && this.#guardOptions.prefill === null;
		this.#guard = new Guard({ ...this.#guardOptions, startsThinking });
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
			this.#units += unitsOf(event);
			if (event.kind === 'call') {
				this.#tools.take(event.piece);
			} else if (event.kind === 'thinking') {
				yield { type: 'thinking-delta', text: event.text };
			} else {
				this.#hasText = true;
				const reason = yield* this.#show(this.#reader.push(event.text));
				if (reason !== null) return { kind: 'guarded', reason };
				if (this.#tools.isOver) return { kind: 'guarded', reason: 'stop' };
			}
			if (this.#units > replyUnitsMax) return { kind: 'guarded', reason: 'length' };
		}
		return { kind: 'aborted' };
	}

	async *#show(texts: readonly string[]): AsyncGenerator<GenerationEvent, GenerationEndReason | null> {
		for (const text of texts) {
			if (this.#guard.isThinking) this.#written += text;
			const reason = yield* this.#handOn(this.#guard.push(text));
			if (!this.#guard.isThinking) this.#hasLeftThought = true;
			if (reason !== null) return reason;
		}
		return null;
	}

	/** The end of a whole output; one that began in a thought of the template's and never left it was a reply after all. */
	#withoutThought(): readonly GuardEvent[] {
		const { thoughts } = this.#ports;
		const isReply = thoughts.areOpened && this.#guard.isThinking && !this.#hasLeftThought;
		if (!isReply) return this.#guard.end();
		thoughts.note(false);
		this.#guard = new Guard(this.#guardOptions);
		return [...this.#guard.push(this.#written), ...this.#guard.end()];
	}

	/** What is still held, and the one event that ends the reply. */
	async *#finish(outcome: Exclude<Outcome, { kind: 'aborted' }>): AsyncGenerator<GenerationEvent> {
		const stopped = yield* this.#show(this.#reader.end());
		const isWhole = outcome.kind === 'normal' && outcome.reason === 'stop';
		const guarded = stopped ?? (yield* this.#handOn(isWhole ? this.#withoutThought() : this.#guard.end()));
		if (this.#guard.closedLate) this.#ports.thoughts.note(true);
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

/** A piece of a call counts for itself, too: a stream of empty ones would never end. */
function unitsOf(event: Exclude<AttemptEvent, { readonly kind: 'end' }>): number {
	if (event.kind !== 'call') return event.text.length;
	return 1 + event.piece.argumentsText.length;
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
	return untilAborted(new CustomReply(prepared, ports).events(), ports.signal);
}
