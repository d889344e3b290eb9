/** Encodes text for Kayra: user-defined symbols first, then byte pair encoding of characters, bytes for the unknown ones. */
import type { TokenCounter } from '#domain/tokens';
import { isTooLong, TextTooLongError } from './encode-limits.ts';
import { PieceMerger } from './piece-merger.ts';
import { SpecialMatcher } from './special-matcher.ts';
import { TokenBuffer } from './token-buffer.ts';
import type { SentencePieceTable } from './tokenizer-table.ts';
import { WordBytes } from './word-bytes.ts';
import { WordCache } from './word-cache.ts';

/**
 * One encoder with its own bounded cache over the shared table. Text is taken as it is: no normalisation, no added
 * prefix, all white space kept. Words are cut where no piece spans the two characters, which changes no token. A half
 * surrogate pair counts as U+FFFD. Throws `TextTooLongError` over 1,000,000 UTF-16 units.
 */
export class SentencePieceEncoder implements TokenCounter {
	readonly #table: SentencePieceTable;
	readonly #specials: SpecialMatcher;
	readonly #merger: PieceMerger;
	readonly #cache = new WordCache();
	readonly #tokens = new TokenBuffer();
	readonly #word = new WordBytes();

	constructor(table: SentencePieceTable) {
		this.#table = table;
		this.#specials = new SpecialMatcher(table.specials);
		this.#merger = new PieceMerger(table.index);
	}

	/** Merge operations since construction: what a text costs, without a clock. */
	get work(): number {
		return this.#merger.work;
	}

	count(text: string): number {
		this.#run(text);
		return this.#tokens.length;
	}

	encode(text: string): readonly number[] {
		this.#run(text);
		return this.#tokens.toArray();
	}

	#run(given: string): void {
		if (isTooLong(given)) throw new TextTooLongError(given.length);
		const text = given.toWellFormed();
		this.#tokens.clear();
		let from = 0;
		while (this.#specials.next(text, from)) {
			this.#encodeSegment(text, from, this.#specials.start);
			this.#tokens.push(this.#specials.id);
			from = this.#specials.end;
		}
		this.#encodeSegment(text, from, text.length);
	}

	#encodeSegment(text: string, start: number, end: number): void {
		const { neighbours } = this.#table;
		let wordStart = start;
		let previous = -1;
		for (let index = start; index < end; ) {
			const codePoint = text.codePointAt(index) as number;
			if (previous >= 0 && !neighbours.has(previous, codePoint)) {
				this.#encodeWord(text, wordStart, index);
				wordStart = index;
			}
			previous = codePoint;
			index += codePoint > 0xffff ? 2 : 1;
		}
		if (wordStart < end) this.#encodeWord(text, wordStart, end);
	}

	#encodeWord(text: string, start: number, end: number): void {
		this.#word.read(text, start, end);
		if (this.#cache.append(this.#word, this.#tokens)) return;
		const { characterIds } = this.#table;
		const pieces = this.#merger.room(end - start);
		let count = 0;
		for (let index = start; index < end; count += 1) {
			const codePoint = text.codePointAt(index) as number;
			pieces[count] = characterIds.get(codePoint) ?? -1 - codePoint;
			index += codePoint > 0xffff ? 2 : 1;
		}
		const kept = this.#merger.merge(pieces, count);
		const from = this.#tokens.length;
		for (let index = 0; index < kept; index += 1) {
			const piece = pieces[index] as number;
			if (piece >= 0) this.#tokens.push(piece);
			else this.#pushBytes(-1 - piece);
		}
		this.#cache.store(this.#word, this.#tokens, from);
	}

	#pushBytes(codePoint: number): void {
		for (const byte of new TextEncoder().encode(String.fromCodePoint(codePoint))) {
			this.#tokens.push(this.#table.firstByteId + byte);
		}
	}
}
