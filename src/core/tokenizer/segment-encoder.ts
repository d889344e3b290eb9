/** What both kinds of encoder do: special strings first, everything between them by the kind's own rules. */
import type { TokenCounter } from '#domain/tokens';
import { isTooLong, TextTooLongError } from './encode-limits.ts';
import { PieceMerger } from './piece-merger.ts';
import { SpecialMatcher } from './special-matcher.ts';
import { TokenBuffer } from './token-buffer.ts';
import type { TokenizerTable } from './tokenizer-table.ts';
import { WordBytes } from './word-bytes.ts';
import { WordCache } from './word-cache.ts';

/**
 * An encoder with its own bounded cache over a shared table. A half surrogate pair counts as U+FFFD. Throws
 * `TextTooLongError` over 1,000,000 UTF-16 units.
 */
export abstract class SegmentEncoder<Table extends TokenizerTable> implements TokenCounter {
	protected readonly table: Table;
	protected readonly merger: PieceMerger;
	protected readonly cache = new WordCache();
	protected readonly tokens = new TokenBuffer();
	protected readonly word = new WordBytes();
	readonly #specials: SpecialMatcher;

	constructor(table: Table) {
		this.table = table;
		this.#specials = new SpecialMatcher(table.specials);
		this.merger = new PieceMerger(table.index);
	}

	/** Merge operations since construction: what a text costs, without a clock. */
	get work(): number {
		return this.merger.work;
	}

	count(text: string): number {
		this.#run(text);
		return this.tokens.length;
	}

	encode(text: string): readonly number[] {
		this.#run(text);
		return this.tokens.toArray();
	}

	/** Appends the tokens of the text from `start` to `end`, which holds no special string. */
	protected abstract encodeSegment(text: string, start: number, end: number): void;

	#run(given: string): void {
		if (isTooLong(given)) throw new TextTooLongError(given.length);
		const text = given.toWellFormed();
		this.tokens.clear();
		let from = 0;
		while (this.#specials.next(text, from)) {
			this.encodeSegment(text, from, this.#specials.start);
			this.tokens.push(this.#specials.id);
			from = this.#specials.end;
		}
		this.encodeSegment(text, from, text.length);
	}
}
