/** Rates every place of a text as a place to cut it into messages. */

import { type Fence, FenceTracker } from '#core/text/fence-tracker';
import { InlineContext, type InlineSpan } from '#core/text/inline-context';
import { graphemeStarts } from '#lib/graphemes';

/** How good a place is, worst first. From `space` on, a cut harms nothing but white space. */
export const cutGrade = {
	/** Between the parts of one visible character. */
	insideGrapheme: 0,
	/** Inside a mention, emoji, address, link, or the line of a fence. */
	insideToken: 1,
	/** Inside a word inside a pair of marks (emphasis, spoiler, inline code, quotes, brackets). */
	insideSpanWord: 2,
	insideWord: 3,
	/** At white space inside a pair of marks. */
	insideSpan: 4,
	/** Beside a pair of marks or a token, or at white space within a line of code. */
	edge: 5,
	space: 6,
	/** Behind a sentence, or between two lines of code. */
	sentence: 7,
	/** Between two lines, or at an empty line of code. */
	line: 8,
	/** At an empty line, or before or behind a code block. */
	paragraph: 9,
} as const;

/** A code block: from its marker to behind its closing marker, or to the end of the text when nothing closes it. */
export interface CodeBlock {
	readonly fence: Fence;
	readonly start: number;
	readonly bodyStart: number;
	readonly bodyEnd: number;
	readonly end: number;
	readonly isClosed: boolean;
}

export interface CutPlaces {
	/** The grade of a cut before each UTF-16 unit; one more for the end of the text. */
	readonly grades: Uint8Array;
	readonly blocks: readonly CodeBlock[];
}

const tokens =
	/<(?:a?:\w+:\d+|@[!&]?\d+|#\d+|t:-?\d+(?::[a-zA-Z])?|id:\w+|\/[^\s>]{1,64}:\d+)>|\[[^[\]\n]{1,500}\]\(<?https?:\/\/[^\s()]+(?:\([^\s()]*\)[^\s()]*)*>?(?: "[^"\n]{0,200}")?\)|<?https?:\/\/[^\s<>]+>?|:\w{2,32}:|@\{[^{}\n]{1,100}\}/g;
const sentenceEnds = /(?:(?<![.!?…])[.!?…]+["'”’)\]»*_~|]*(?=\s)|[。！？．…]+["”’」』）】》*_~|]*)/g;
const whiteSpace = /\s+/g;

/** Grades every place of `text`. Tokens and pairs longer than `limit` cannot stay whole and are no hindrance. Linear. */
export function cutPlaces(text: string, limit: number): CutPlaces {
	const grades = new Uint8Array(text.length + 1);
	for (const start of graphemeStarts(text)) grades[start] = cutGrade.insideWord;
	grades[text.length] = cutGrade.paragraph;
	const blocks = codeBlocks(text).filter(({ fence }) => fence.opener.length + fence.marker.length + 2 <= limit / 2);
	const grader = new Grader(text, grades, limit);
	let proseStart = 0;
	for (const block of blocks) {
		grader.gradeProse(proseStart, block.start);
		grader.gradeBlock(block);
		proseStart = block.end;
	}
	grader.gradeProse(proseStart, text.length);
	return { grades, blocks };
}

class Grader {
	readonly #text: string;
	readonly #grades: Uint8Array;
	readonly #limit: number;

	constructor(text: string, grades: Uint8Array, limit: number) {
		this.#text = text;
		this.#grades = grades;
		this.#limit = limit;
	}

	gradeProse(start: number, end: number): void {
		const prose = this.#text.slice(start, end);
		for (const match of prose.matchAll(sentenceEnds)) {
			this.#raise(start + match.index + match[0].length, cutGrade.sentence);
		}
		for (const match of prose.matchAll(whiteSpace)) this.#gradeSpace(start + match.index, match[0]);
		this.#gradeSpans(start, prose);
		for (const match of prose.matchAll(tokens)) this.#protectToken(start + match.index, match[0].length);
	}

	gradeBlock(block: CodeBlock): void {
		const lineStart = this.#text.lastIndexOf('\n', block.start - 1) + 1;
		const opensLine = isQuoteOrIndent(this.#text.slice(lineStart, block.start));
		this.#forbid(opensLine ? lineStart + 1 : block.start + 1, block.bodyStart);
		this.#raise(opensLine ? lineStart : block.start, cutGrade.paragraph);
		for (let place = block.bodyStart + 1; place < block.bodyEnd; place++) {
			const before = this.#text[place - 1];
			if (before === '\n') this.#raise(place, this.#text[place - 2] === '\n' ? cutGrade.line : cutGrade.sentence);
			else if (before === ' ') this.#raise(place, cutGrade.edge);
		}
		this.#forbid(block.bodyEnd, block.end - 1);
		this.#raise(block.end, cutGrade.paragraph);
	}

	/** Both ends of white space are places to cut; what is between them belongs to neither side. */
	#gradeSpace(start: number, space: string): void {
		const lineFeeds = space.split('\n').length - 1;
		const grade = lineFeeds > 1 ? cutGrade.paragraph : lineFeeds === 1 ? cutGrade.line : cutGrade.space;
		this.#raise(start, grade);
		const atStart = this.#grades[start] ?? 0;
		this.#raise(start + space.length, Math.max(grade, atStart === cutGrade.sentence ? atStart : 0));
	}

	#gradeSpans(start: number, prose: string): void {
		const context = new InlineContext(start);
		const spans: InlineSpan[] = [];
		for (const character of prose) spans.push(...context.take(character));
		spans.push(...context.end());
		for (const span of spans) {
			if (span.end - span.start > this.#limit) continue;
			for (let place = span.start + 1; place < span.end; place++) this.#lowerInSpan(place);
			this.#raise(span.start, cutGrade.edge);
			this.#raise(span.end, cutGrade.edge);
		}
	}

	#protectToken(start: number, length: number): void {
		if (length > this.#limit) return;
		this.#forbid(start + 1, start + length - 1);
		if ((this.#grades[start] ?? 0) === cutGrade.insideWord) this.#raise(start, cutGrade.edge);
		if ((this.#grades[start + length] ?? 0) === cutGrade.insideWord) this.#raise(start + length, cutGrade.edge);
	}

	/** A place inside a visible character stays forbidden. A pair's edge inside another pair stays inside. */
	#raise(place: number, grade: number): void {
		const present = this.#grades[place] ?? 0;
		const isFixed = present === cutGrade.insideGrapheme || present === cutGrade.insideToken;
		const isInsideSpan = present === cutGrade.insideSpan || present === cutGrade.insideSpanWord;
		if (!isFixed && !isInsideSpan && present < grade) this.#grades[place] = grade;
	}

	#lowerInSpan(place: number): void {
		const present = this.#grades[place] ?? 0;
		if (present > cutGrade.insideSpan) this.#grades[place] = cutGrade.insideSpan;
		else if (present === cutGrade.insideWord) this.#grades[place] = cutGrade.insideSpanWord;
	}

	#forbid(first: number, last: number): void {
		for (let place = first; place <= last; place++) {
			if ((this.#grades[place] ?? 0) > cutGrade.insideToken) this.#grades[place] = cutGrade.insideToken;
		}
	}
}

/** The code blocks of a text, in order. */
function codeBlocks(text: string): CodeBlock[] {
	const tracker = new FenceTracker();
	const blocks: CodeBlock[] = [];
	let opened: { fence: Fence; start: number; bodyStart: number } | undefined;
	for (let lineStart = 0; lineStart <= text.length; ) {
		const lineFeed = text.indexOf('\n', lineStart);
		const lineEnd = lineFeed < 0 ? text.length : lineFeed;
		const line = tracker.take(text.slice(lineStart, lineEnd));
		if (line.kind === 'open' && tracker.open !== undefined) {
			opened = { fence: tracker.open, start: lineStart + line.column, bodyStart: Math.min(lineEnd + 1, text.length) };
		} else if (line.kind === 'close' && opened !== undefined) {
			const end = lineStart + text.slice(lineStart, lineEnd).trimEnd().length;
			const closesOwnLine = isQuoteOrIndent(text.slice(lineStart, lineStart + line.column));
			const bodyEnd = closesOwnLine ? lineStart : lineStart + line.column;
			blocks.push({ ...opened, bodyEnd, end, isClosed: true });
			opened = undefined;
		}
		lineStart = lineEnd + 1;
	}
	if (opened !== undefined) blocks.push({ ...opened, bodyEnd: text.length, end: text.length, isClosed: false });
	return blocks;
}

/** Whether only indentation and quote marks stand before a fence's marker. */
function isQuoteOrIndent(before: string): boolean {
	return /^[\s>]*$/.test(before);
}
