/** Text that waits to become a segment, and the ways of cutting it. */

import { isBlankText } from '#core/text/blank-text';
import type { Fence } from '#core/text/fence-tracker';
import { InlineContext } from '#core/text/inline-context';
import { graphemeCutAtOrBefore } from '#lib/graphemes';
import { chooseCut } from './choose-cut.ts';
import { cutPlaces } from './cut-places.ts';

const spoilerMark = '||';

/** Holds the end of a text; finished segments are collected until they are taken. Indexes are UTF-16 units of it. */
export class HeldText {
	#segments: string[] = [];
	/** What stands before the present line. Only the line grows by the character. */
	#before = '';
	#line = '';

	get length(): number {
		return this.#before.length + this.#line.length;
	}

	/** The present line so far, as far as it is still held. */
	get line(): string {
		return this.#line.endsWith('\n') ? this.#line.slice(0, -1) : this.#line;
	}

	/** Where the present line begins. */
	get lineStart(): number {
		return this.#before.length;
	}

	get #text(): string {
		return this.#before + this.#line;
	}

	append(character: string): void {
		this.#line += character;
	}

	/** The present line has ended. */
	startLine(): void {
		this.#before += this.#line;
		this.#line = '';
	}

	slice(start: number, end: number): string {
		return this.#text.slice(start, end);
	}

	/** Makes what stands before `at` a segment; gives how many units are no longer held, white space included. */
	cut(at: number): number {
		this.#emit(this.#text.slice(0, at));
		const rest = this.#text.slice(at).trimStart();
		const dropped = this.#text.length - rest.length;
		this.#keep(rest);
		return dropped;
	}

	/** Cuts prose at the best place of its second half; a spoiler that is torn is closed and opened again. */
	tear(): void {
		const text = this.#text;
		const window = { start: 0, floor: Math.floor(text.length / 2), end: text.length - 1 };
		const at = chooseCut(text, cutPlaces(text, text.length), window);
		const segment = text.slice(0, at);
		const context = new InlineContext();
		for (const character of segment) context.take(character);
		context.end();
		const isTornSpoiler = context.closingMarks.includes(spoilerMark);
		this.#emit(isTornSpoiler ? segment.trimEnd() + spoilerMark : segment);
		const rest = text.slice(at).trimStart();
		this.#keep(rest);
		if (isTornSpoiler) this.#before = spoilerMark + this.#before;
	}

	/** Cuts code or a table between two lines, or within the only one; a fence is closed and opened again. */
	tearLines(fence: Fence | undefined): void {
		const text = this.#text;
		const lineStart = text.lastIndexOf('\n', text.length - 2) + 1;
		const at = lineStart > text.length / 2 ? lineStart : graphemeCutAtOrBefore(text, text.length - 1);
		this.#emit(close(text.slice(0, at), fence));
		const rest = text.slice(at);
		this.#keep(rest);
		if (fence !== undefined) this.#before = `${fence.opener}\n${this.#before}`;
	}

	/** Makes everything a segment, with what closes the fence and the marks that are still open. */
	finish(fence: Fence | undefined, closingMarks: readonly string[]): void {
		const text = close(this.#text, fence);
		const [first = '', ...others] = closingMarks;
		const isBegun = first.length > 1 && text.endsWith(first.slice(1)) && !text.endsWith(first);
		const missing = isBegun ? first.slice(1) : first;
		this.#emit([text.trimEnd(), missing, ...others].join(''));
		this.#keep('');
	}

	/** The segments that were finished since the last call. */
	takeSegments(): readonly string[] {
		const segments = this.#segments;
		this.#segments = [];
		return segments;
	}

	#emit(text: string): void {
		if (!isBlankText(text)) this.#segments.push(text.trim().toWellFormed());
	}

	#keep(rest: string): void {
		if (rest.length < this.#line.length) this.#line = rest;
		this.#before = rest.slice(0, rest.length - this.#line.length);
	}
}

function close(text: string, fence: Fence | undefined): string {
	return fence === undefined ? text : `${text.trimEnd()}\n${fence.marker}`;
}
