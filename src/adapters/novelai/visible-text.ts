/** Separates thoughts from the reply and takes the one space that belongs to the prompt's cue. */
import { ThinkSplit } from '#core/text/think-split';
import type { GenerationEvent } from '#domain/generation';

/** A piece of the reply or of a thought. */
export type DeltaEvent = Extract<GenerationEvent, { readonly text: string }>;

/** What the text of one generation needs. */
export interface VisibleTextOptions {
	readonly hasThinking: boolean;
	/** The prompt ended with `Name:`, so the reply's first space separates the two (ruling N3). */
	readonly trimsLeadingSpace: boolean;
}

/** Takes the model's text in any pieces. `end` gives what was held. */
export class VisibleText {
	readonly #split: ThinkSplit | null;
	#trims: boolean;

	constructor(options: VisibleTextOptions) {
		this.#split = options.hasThinking ? new ThinkSplit() : null;
		this.#trims = options.trimsLeadingSpace;
	}

	push(text: string): readonly DeltaEvent[] {
		return this.#trim(this.#split?.push(text) ?? [{ type: 'text-delta', text }]);
	}

	end(): readonly DeltaEvent[] {
		return this.#trim(this.#split?.end() ?? []);
	}

	#trim(deltas: readonly DeltaEvent[]): readonly DeltaEvent[] {
		return deltas
			.map((delta) => {
				if (!this.#trims || delta.type !== 'text-delta' || delta.text === '') return delta;
				this.#trims = false;
				return { ...delta, text: delta.text.startsWith(' ') ? delta.text.slice(1) : delta.text };
			})
			.filter((delta) => delta.text !== '');
	}
}
