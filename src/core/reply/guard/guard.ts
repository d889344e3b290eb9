/** From a model's raw output to what may be shown: thoughts apart, and an end where somebody else would speak. */
import { isBlankText } from '#core/text/blank-text';
import { ThinkSplit, type ThinkSplitEvent } from '#core/text/think-split';
import type { PushMachine } from '#lib/push-machine';
import { type GuardReason, LineGuard, type LineGuardEvent } from './line-guard.ts';
import { SentenceHold } from './sentence-hold.ts';
import type { SpeakerNames } from './speaker-guard.ts';
import { StopGuard } from './stop-guard.ts';

/** A piece of a thought or of the reply, or the reply's end: nothing follows a stop. */
export type GuardEvent = ThinkSplitEvent | { readonly type: 'stop'; readonly reason: GuardReason | 'stop' };

/** How the prompt ended, and whose labels are known. */
export interface GuardOptions {
	readonly names: SpeakerNames;
	/** The prompt ended inside the reply, behind an explicit prefill: which text that was, else null. */
	readonly prefill: string | null;
	/** Whether the model was trained to think, so that its first words may turn out to be a thought. */
	readonly isThinker: boolean;
	/** Configured strings that end the reply. */
	readonly stopStrings: readonly string[];
	/** The prompt's template opens a thought, so that the output begins inside it. */
	readonly startsThinking?: boolean;
}

/**
 * Takes the raw output of one reply, over all its requests, in any pieces. A text delta holds only text that may be
 * shown: no thought and none of its tags, no stop string, no foreign turn, no separator, and never the empty text. `end` gives what was
 * held, except a label or separator that the end completes.
 */
export class Guard implements PushMachine<GuardEvent> {
	readonly #split: ThinkSplit;
	readonly #stops: StopGuard;
	readonly #lines: LineGuard;
	readonly #sentences = new SentenceHold();
	#hasThought = false;
	#hasStopped = false;

	constructor(options: GuardOptions) {
		const { names, prefill, isThinker, stopStrings, startsThinking = false } = options;
		const opening = { showsOpeningAtOnce: !isThinker, startsThinking };
		this.#split = new ThinkSplit({ keepsLeadingSpace: prefill !== null, ...opening });
		this.#stops = new StopGuard(stopStrings);
		this.#lines = new LineGuard({ ...names, startsInLine: prefill !== null && !prefill.endsWith('\n') });
	}

	/** Whether text that a reader could see went out. */
	get hasShown(): boolean {
		return this.#lines.hasShown;
	}

	/** Whether a thought is open, so that the output has no reply yet. */
	get isThinking(): boolean {
		return this.#split.isThinking;
	}

	/** Whether what went out turned out to be a thought, whose opening tag had been the template's. */
	get closedLate(): boolean {
		return this.#split.closedLate;
	}

	/**
	 * Whether the output lacks something: a thought or a tag is open, nothing followed a thought, the beginning of a line
	 * may still become a label or separator, code is open, or a sentence is not whole.
	 */
	get holdsFragment(): boolean {
		const { heldOpening, holdsThought } = this.#split;
		const held = this.#stops.held + heldOpening;
		if (this.#hasStopped) return false;
		if (holdsThought || this.#lines.isInCode || !isBlankText(this.#lines.held)) return true;
		if (this.#hasThought && !this.hasShown && isBlankText(held)) return true;
		return this.#sentences.isFragmentWith(held);
	}

	push(text: string): readonly GuardEvent[] {
		return this.#hasStopped ? [] : this.#through(this.#split.push(text));
	}

	end(): readonly GuardEvent[] {
		const events: GuardEvent[] = [];
		if (!this.#hasStopped) events.push(...this.#through(this.#split.end()));
		if (!this.#hasStopped) events.push(...this.#shown(this.#lines.push(this.#stops.end())));
		if (!this.#hasStopped) events.push(...this.#shown(this.#lines.end()));
		return events;
	}

	#through(deltas: readonly ThinkSplitEvent[]): readonly GuardEvent[] {
		const [only] = deltas;
		if (deltas.length === 1 && only !== undefined) return this.#take(only);
		const events: GuardEvent[] = [];
		for (const delta of deltas) {
			events.push(...this.#take(delta));
			if (this.#hasStopped) break;
		}
		return events;
	}

	#take(delta: ThinkSplitEvent): readonly GuardEvent[] {
		if (delta.type === 'text-delta') return this.#visible(delta.text);
		this.#hasThought = true;
		return [delta];
	}

	#visible(text: string): readonly GuardEvent[] {
		const checked = this.#stops.push(text);
		const events = this.#shown(this.#lines.push(checked.text));
		if (!checked.hasStopped || this.#hasStopped) return events;
		const last = this.#shown(this.#lines.end());
		if (this.#hasStopped) return [...events, ...last];
		this.#hasStopped = true;
		return [...events, ...last, { type: 'stop', reason: 'stop' }];
	}

	#shown(events: readonly LineGuardEvent[]): readonly GuardEvent[] {
		for (const event of events) {
			if (event.type === 'stop') this.#hasStopped = true;
			else this.#sentences.push(event.text);
		}
		return events;
	}
}
