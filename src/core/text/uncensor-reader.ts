/** Reads what a model writes that was given changed words (seed: uncensor transforms). */

import type { UncensorOptions } from '#domain/uncensor-options';
import type { PushMachine } from '#lib/push-machine';
import { DOTTED_WORD } from './sensitive-words.ts';
import { BLANK, DOT } from './uncensor.ts';

const CELLS = /[\u2800-\u28FF]+/g;
const DRAWN_CELL = /[\u2801-\u28FF]/;

/** A Latin word of which each second gap has a dot, at least two: what a model makes of words that no list has. */
const COPIED_WORD =
	/(?<![\p{L}\p{N}\u00B7])\p{Script=Latin}{2}(?:\u00B7\p{Script=Latin}{2})+\u00B7\p{Script=Latin}{1,2}(?![\p{L}\p{N}\u00B7])/gu;

const CELL_UNIT = /[\u2800-\u28FF]/;
const WORD_UNIT = /[\p{L}\p{N}\u00B7\uD800-\uDFFF]/u;

/** What a unit may belong to that is longer than it is itself. */
type Run = 'cells' | 'word' | null;

/**
 * Takes a reply in any pieces and gives back what people read: blanks are spaces, and the dots inside words of the list,
 * or of words that are dotted like them, are gone. Other text that has such characters of its own keeps them: drawings
 * and writing in Braille cells, and every other dot. A run of letters is held until its end is known; linear.
 */
export class UncensorReader implements PushMachine<string> {
	readonly #options: UncensorOptions;
	#held = '';
	#run: Run = null;

	constructor(options: UncensorOptions) {
		this.#options = options;
	}

	push(text: string): readonly string[] {
		if (text === '') return [];
		const run = this.#runOf(text.at(-1) ?? '');
		let from = text.length;
		while (from > 0 && run !== null && this.#runOf(text[from - 1] ?? '') === run) from -= 1;
		if (from === 0 && (this.#held === '' || run === this.#run)) {
			this.#held += text;
			this.#run = run;
			return [];
		}
		const known = this.#held + text.slice(0, from);
		this.#held = text.slice(from);
		this.#run = run;
		return [this.#read(known)];
	}

	end(): readonly string[] {
		const last = this.#held;
		this.#held = '';
		this.#run = null;
		return last === '' ? [] : [this.#read(last)];
	}

	#runOf(unit: string): Run {
		const { unicodeSpace, sanitize } = this.#options;
		if (unicodeSpace && CELL_UNIT.test(unit)) return 'cells';
		return sanitize && WORD_UNIT.test(unit) ? 'word' : null;
	}

	#read(text: string): string {
		const { unicodeSpace, sanitize } = this.#options;
		const spaced = unicodeSpace ? text.replaceAll(CELLS, spacesIn) : text;
		return sanitize ? spaced.replaceAll(DOTTED_WORD, withoutDots).replaceAll(COPIED_WORD, withoutDots) : spaced;
	}
}

function spacesIn(cells: string): string {
	return DRAWN_CELL.test(cells) ? cells : cells.replaceAll(BLANK, ' ');
}

function withoutDots(word: string): string {
	return word.replaceAll(DOT, '');
}
