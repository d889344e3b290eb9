/** Cuts text into words as the split pattern of GLM and Llama 3 does, one word at a time. */
import {
	classLetter,
	classNewline,
	classNumber,
	classOther,
	classSpace,
	classSurrogate,
	planeClasses,
	supplementaryClass,
} from './character-classes.ts';

const apostrophe = 0x27;
const space = 0x20;
const longS = 0x17f;

/** Digits of one word at most. */
const numbersMax = 3;

/**
 * Follows, without a regex and in linear time, the first alternative that matches at each place:
 * `(?i:'s|'t|'re|'ve|'m|'ll|'d)` | `[^\r\n\p{L}\p{N}]?\p{L}+` | `\p{N}{1,3}` | ` ?[^\s\p{L}\p{N}]+[\r\n]*` |
 * `\s*[\r\n]+` | `\s+(?!\S)` | `\s+`, with `\s` as Unicode's White_Space.
 */
export class PreTokenizer {
	readonly #classes = planeClasses(0);

	/** Where the word that begins at `start` ends; `end` (exclusive) is where this piece of text ends. */
	wordEnd(text: string, start: number, end: number): number {
		const first = text.charCodeAt(start);
		const found = this.#classes[first] as number;
		let width = 1;
		let kind = found;
		if (found === classSurrogate) {
			kind = supplementaryClass(text, start);
			width = (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
		}
		if (kind === classLetter) return this.#skip(text, start + width, { end, kind, most: end });
		if (kind === classNumber) return this.#skip(text, start + width, { end, kind, most: numbersMax - 1 });
		if (first === apostrophe) {
			const contraction = contractionEnd(text, start, end);
			if (contraction > 0) return contraction;
		}
		const second = start + width;
		if (kind !== classNewline && second < end) {
			const next = this.#classAt(text, second);
			if (next === classLetter) return this.#skip(text, second, { end, kind: classLetter, most: end });
			if (next === classOther && first === space) return this.#signsEnd(text, second, end);
		}
		return kind === classOther ? this.#signsEnd(text, second, end) : this.#whiteSpaceEnd(text, start, end);
	}

	#classAt(text: string, index: number): number {
		const found = this.#classes[text.charCodeAt(index)] as number;
		return found === classSurrogate ? supplementaryClass(text, index) : found;
	}

	/** Passes up to `most` characters of one class. */
	#skip(
		text: string,
		from: number,
		run: { readonly end: number; readonly kind: number; readonly most: number },
	): number {
		let index = from;
		for (let passed = 0; passed < run.most && index < run.end; passed += 1) {
			const found = this.#classes[text.charCodeAt(index)] as number;
			if (found === run.kind) {
				index += 1;
			} else if (found === classSurrogate && supplementaryClass(text, index) === run.kind) {
				index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
			} else {
				break;
			}
		}
		return index;
	}

	#signsEnd(text: string, from: number, end: number): number {
		const signs = this.#skip(text, from, { end, kind: classOther, most: end });
		return this.#skip(text, signs, { end, kind: classNewline, most: end });
	}

	/** White space is one unit wide everywhere; a line end inside takes all before it, else the last one is left over. */
	#whiteSpaceEnd(text: string, start: number, end: number): number {
		let index = start;
		let lineEnd = -1;
		while (index < end) {
			const found = this.#classes[text.charCodeAt(index)] as number;
			if (found === classNewline) lineEnd = index + 1;
			else if (found !== classSpace) break;
			index += 1;
		}
		if (lineEnd > 0) return lineEnd;
		return index === end || index - start === 1 ? index : index - 1;
	}
}

/** End of an English contraction at `start`, -1 when there is none; `ſ` is an `s` to a pattern that ignores case. */
function contractionEnd(text: string, start: number, end: number): number {
	if (start + 1 >= end) return -1;
	const unit = text.charCodeAt(start + 1);
	if (unit === longS) return start + 2;
	const letter = String.fromCharCode(unit | 0x20);
	if (unit > 0x7f) return -1;
	if (letter === 's' || letter === 't' || letter === 'm' || letter === 'd') return start + 2;
	if (start + 2 >= end) return -1;
	const following = text.charCodeAt(start + 2);
	if (following > 0x7f) return -1;
	const both = letter + String.fromCharCode(following | 0x20);
	return both === 're' || both === 've' || both === 'll' ? start + 3 : -1;
}
