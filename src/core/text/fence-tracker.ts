/** Follows code fences through a text, line by line. */

/** An open code fence. */
export interface Fence {
	/** The run of backticks or tildes that must be met, or outgrown, to close it. */
	readonly marker: string;
	/** The line that opens it again in another message: the marker and its info string, such as the language. */
	readonly opener: string;
}

/**
 * What a line is: it opens or closes a fence, or stands inside or outside of one. `column` is where the marker of an
 * opening or closing line begins, and 0 for the others.
 */
export interface FenceLine {
	readonly kind: 'open' | 'close' | 'inside' | 'outside';
	readonly column: number;
}

const fenceAtStart = /^([ \t]*(?:>[ \t]*)*)(`{3,}|~{3,})(.*)$/s;
const backtickRuns = /`{3,}/g;
/** A language name: what Discord takes for an info string; anything else behind an opener within a line is code. */
const languageName = /^[\w+#.-]*$/;

/**
 * Follows the rules of CommonMark (a fence of n marks is closed by n or more of the same mark and nothing else on the
 * line), and Discord where it differs: a fence may be opened behind other words, or in a quote, and one of backticks
 * is also closed at the end of a line of code. Lines are given without their line feed.
 */
export class FenceTracker {
	#open: Fence | undefined;

	/** The fence that is open after the lines so far. */
	get open(): Fence | undefined {
		return this.#open;
	}

	/** Takes the next line. */
	take(line: string): FenceLine {
		if (this.#open === undefined) {
			const opening = openingOf(line);
			if (opening === undefined) return { kind: 'outside', column: 0 };
			this.#open = opening.fence;
			return { kind: 'open', column: opening.column };
		}
		const column = closingColumn(line, this.#open.marker);
		if (column === undefined) return { kind: 'inside', column: 0 };
		this.#open = undefined;
		return { kind: 'close', column };
	}
}

function openingOf(line: string): { fence: Fence; column: number } | undefined {
	const [, before = '', marker, info = ''] = fenceAtStart.exec(line) ?? [];
	if (marker !== undefined && !(marker.startsWith('`') && info.includes('`'))) {
		return { fence: { marker, opener: marker + info.trimEnd() }, column: before.length };
	}
	const runs = [...line.matchAll(backtickRuns)];
	const last = runs.at(-1);
	if (last === undefined || runs.length % 2 === 0) return undefined;
	const [run] = last;
	const rest = line.slice(last.index + run.length).trim();
	return { fence: { marker: run, opener: languageName.test(rest) ? run + rest : run }, column: last.index };
}

function closingColumn(line: string, marker: string): number | undefined {
	const [, before = '', run = '', rest = ''] = fenceAtStart.exec(line) ?? [];
	if (run.startsWith(marker) && rest.trim() === '') return before.length;
	if (marker.startsWith('~')) return undefined;
	const runs = [...line.matchAll(backtickRuns)].filter((match) => match[0].length >= marker.length);
	const [only] = runs;
	const endsLine = only !== undefined && line.slice(only.index + only[0].length).trim() === '';
	return runs.length === 1 && endsLine ? only.index : undefined;
}
