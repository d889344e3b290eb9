/** Counts prompts that differ in a few lines only, each line once. */
import type { TokenCounter } from '#domain/tokens';

const LINE_FEED = '\n';
const WHITE_SPACE = /[\s\u0085]/u;

/**
 * Adds up the counts of lines and remembers them. In every vocabulary in use a line feed ends a word unless white space
 * follows: byte-level ones cut words behind line ends, and SentencePiece ones have no piece across them. So the sum is
 * the count of the whole; whoever needs to be sure counts the whole once more.
 */
export class LineCounter {
	readonly #counter: TokenCounter;
	readonly #known = new Map<string, number>();

	constructor(counter: TokenCounter) {
		this.#counter = counter;
	}

	/** The count of a text, or null as soon as it is over `tokensMax`. */
	countUpTo(text: string, tokensMax: number): number | null {
		let tokens = 0;
		for (let start = 0; start < text.length; ) {
			const end = lineEnd(text, start);
			tokens += this.#countLine(text.slice(start, end));
			if (tokens > tokensMax) return null;
			start = end;
		}
		return tokens;
	}

	/** The count of a text. */
	count(text: string): number {
		return this.countUpTo(text, Number.POSITIVE_INFINITY) ?? 0;
	}

	#countLine(line: string): number {
		const known = this.#known.get(line);
		if (known !== undefined) return known;
		const tokens = this.#counter.count(line);
		this.#known.set(line, tokens);
		return tokens;
	}
}

/** Behind the next line feed that no white space follows. */
function lineEnd(text: string, start: number): number {
	let end = start;
	do {
		const feed = text.indexOf(LINE_FEED, end);
		if (feed < 0) return text.length;
		end = feed + 1;
	} while (end < text.length && WHITE_SPACE.test(text.charAt(end)));
	return end;
}
