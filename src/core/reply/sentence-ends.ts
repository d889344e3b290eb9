/** Finds where sentences end, character by character. */
import { isPlain } from '#core/text/plain-character';

/** `soft` ends count only when the next word does not begin with a small letter. */
export type SentenceEnd = 'hard' | 'soft';

const terminators = /^[.!?…]$/;
/** Full stops of scripts that put no space behind them. */
const spacelessTerminators = /^[。！？｡]$/;
const closingMarks = /^["'”’»)\]」』）】》〉〕*_~|]$/;
/** Behind these a sentence around them often goes on: `"Stop!" he said`. */
const quoteMarks = /^["'”’»)\]」』）】》〉〕]$/;
/** What may hang on to the end of a sentence: emoji, and the parts of visible characters. */
const attached = /^[\p{Extended_Pictographic}\p{Regional_Indicator}\p{M}\u200D]$/u;
const pause = /^(?:\.{2,}|…[.…]*)$/;
const abbreviations: ReadonlySet<string> = new Set(
	['mr', 'mrs', 'ms', 'dr', 'st', 'prof', 'sr', 'jr', 'vs', 'approx', 'z.b', 'd.h'].concat(['e.g', 'i.e']),
);
/** Only the beginning of a word is kept: no abbreviation is longer. */
const wordUnitsMax = 16;

/**
 * Takes code points one by one. A sentence ends at `. ! ? …` before white space, or at `。！？` anywhere, together
 * with the closing marks and emoji that follow at once. The stop of an abbreviation, an initial, or a number at the
 * beginning of a line (`1. bread`) ends none. A pause (`...`) and a closing quote or bracket end one softly; without a
 * space behind it, such a bracket ends none (`「行こう。」と言った。`).
 */
export class SentenceEnds {
	#stop = '';
	#hasQuote = false;
	#isSpaceless = false;
	#word = '';
	#isFirstWord = true;

	/** Takes the next code point; says whether a sentence ended right before it. */
	take(character: string): SentenceEnd | undefined {
		if (this.#stop === '' && isPlain(character)) {
			if (this.#word.length < wordUnitsMax) this.#word += character;
			return undefined;
		}
		const isSpace = character.trim() === '';
		const end = this.#stop !== '' && this.#endsBefore(character, isSpace) ? this.#ending() : undefined;
		this.#updateStop(character, isSpace);
		this.#updateWord(character, isSpace);
		return end;
	}

	#ending(): SentenceEnd {
		return this.#hasQuote || pause.test(this.#stop) ? 'soft' : 'hard';
	}

	#endsBefore(character: string, isSpace: boolean): boolean {
		return isSpace || (this.#isSpaceless && !this.#hasQuote && !this.#continuesStop(character));
	}

	#continuesStop(character: string): boolean {
		const isStop = terminators.test(character) || spacelessTerminators.test(character);
		return isStop || closingMarks.test(character) || attached.test(character);
	}

	#updateStop(character: string, isSpace: boolean): void {
		const isSpaceless = spacelessTerminators.test(character);
		if (isSpaceless || (terminators.test(character) && !(character === '.' && this.#isAbbreviation()))) {
			if (this.#stop.length < wordUnitsMax) this.#stop += character;
			this.#isSpaceless ||= isSpaceless;
			this.#hasQuote = false;
		} else if (this.#stop !== '' && !isSpace && this.#continuesStop(character)) {
			this.#hasQuote ||= quoteMarks.test(character);
		} else {
			this.#stop = '';
			this.#hasQuote = false;
			this.#isSpaceless = false;
		}
	}

	#updateWord(character: string, isSpace: boolean): void {
		if (isSpace) {
			this.#isFirstWord = character === '\n' || (this.#isFirstWord && this.#word === '');
			this.#word = '';
		} else if (this.#word !== '' || /[\p{L}\p{N}]/u.test(character)) {
			if (this.#word.length < wordUnitsMax) this.#word += character;
		}
	}

	#isAbbreviation(): boolean {
		if (this.#stop !== '' || this.#word === '') return false;
		const word = this.#word.toLowerCase();
		if (this.#isFirstWord && /^\d+$/.test(word)) return true;
		return abbreviations.has(word) || (word !== 'i' && /^[a-z](?:\.[a-z])*$/.test(word));
	}
}
