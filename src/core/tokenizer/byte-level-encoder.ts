/** Encodes text for GLM and Llama 3: words by their split pattern, each a whole token or merged from its bytes. */
import type { TokenCounter } from '#domain/tokens';
import { isTooLong, TextTooLongError } from './encode-limits.ts';
import { PieceMerger } from './piece-merger.ts';
import { PreTokenizer } from './pre-tokenizer.ts';
import { SpecialMatcher } from './special-matcher.ts';
import { TokenBuffer } from './token-buffer.ts';
import type { ByteLevelTable } from './tokenizer-table.ts';
import { WordBytes } from './word-bytes.ts';
import { WordCache } from './word-cache.ts';

/**
 * One encoder with its own bounded cache over the shared table. No start token is added. A half surrogate pair counts as
 * U+FFFD. Throws `TextTooLongError` over 1,000,000 UTF-16 units.
 */
export class ByteLevelEncoder implements TokenCounter {
	readonly #table: ByteLevelTable;
	readonly #specials: SpecialMatcher;
	readonly #words = new PreTokenizer();
	readonly #merger: PieceMerger;
	readonly #cache = new WordCache();
	readonly #tokens = new TokenBuffer();
	readonly #word = new WordBytes();

	constructor(table: ByteLevelTable) {
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
		const word = this.#word;
		for (let from = start; from < end; ) {
			const to = this.#words.wordEnd(text, from, end);
			word.read(text, from, to);
			const whole = this.#table.index.find(word.bytes, word.length, word.hash);
			if (whole >= 0) this.#tokens.push(whole);
			else if (!this.#cache.append(word, this.#tokens)) this.#encodeWord();
			from = to;
		}
	}

	#encodeWord(): void {
		const { bytes, length } = this.#word;
		const { byteIds } = this.#table;
		const pieces = this.#merger.room(length);
		for (let index = 0; index < length; index += 1) pieces[index] = byteIds[bytes[index] as number] as number;
		const kept = this.#merger.merge(pieces, length);
		const from = this.#tokens.length;
		for (let index = 0; index < kept; index += 1) this.#tokens.push(pieces[index] as number);
		this.#cache.store(this.#word, this.#tokens, from);
	}
}
