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

	/**
	 * The count of a text, or null as soon as it is over `tokensMax`. It begins at the end, where prompts hold what they
	 * never give up, so that little is counted of what has to go anyway.
	 */
	countUpTo(text: string, tokensMax: number): number | null {
		const starts = lineStarts(text);
		let tokens = 0;
		let end = text.length;
		for (let index = starts.length - 1; index >= 0; index -= 1) {
			const start = starts[index] ?? 0;
			tokens += this.#countLine(text.slice(start, end));
			if (tokens > tokensMax) return null;
			end = start;
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

/** The beginning, and behind each line feed that no white space follows. */
function lineStarts(text: string): readonly number[] {
	const starts = text === '' ? [] : [0];
	for (let feed = text.indexOf(LINE_FEED); feed >= 0; feed = text.indexOf(LINE_FEED, feed + 1)) {
		const next = feed + 1;
		if (next < text.length && !WHITE_SPACE.test(text.charAt(next))) starts.push(next);
	}
	return starts;
}
