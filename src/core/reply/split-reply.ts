/** Splits a finished text into messages that Discord takes, losing nothing. */
import { isBlankText } from '#core/text/blank-text';
import { chooseCut } from './choose-cut.ts';
import { type CodeBlock, type CutPlaces, cutPlaces } from './cut-places.ts';

/** Discord's limit for the text of a message, in UTF-16 units. */
const messageUnitsMax = 2_000;
/** Messages are planned a little shorter than the limit, so that good places need not cost an additional message. */
const plannedShare = 0.95;

export interface SplitReplyOptions {
	/** The longest message in UTF-16 units; 2,000 unless given, and at least 50. */
	readonly limit?: number;
}

/**
 * The messages, in order, each of at most `limit` UTF-16 units and never blank; none for a blank text. Joined they are
 * the text, apart from white space where it was cut and at its ends, and from the lines that close a code fence at a
 * cut and open it again with the same info string; a fence that the text leaves open is closed in the last message.
 *
 * Cuts prefer an empty line, then a line, a sentence, a space. Visible characters (grapheme clusters) are never cut,
 * nor mentions, emoji, timestamps, links and addresses; emphasis, spoilers, inline code, quotes and brackets stay
 * whole where they can. Only what is longer than a whole message by itself is cut wherever it must be.
 */
export function splitReply(text: string, options: SplitReplyOptions = {}): string[] {
	return new Splitter(text, options.limit ?? messageUnitsMax).messages();
}

class Splitter {
	readonly #text: string;
	readonly #limit: number;
	readonly #places: CutPlaces;
	#blockIndex = 0;

	constructor(text: string, limit: number) {
		this.#text = text.trimEnd();
		this.#limit = limit;
		this.#places = cutPlaces(this.#text, limit);
	}

	messages(): string[] {
		const messages: string[] = [];
		let start = this.#skipSpace(0);
		while (start < this.#text.length) {
			const end = this.#endOf(start);
			const message = this.#message(start, end);
			if (message !== undefined) messages.push(message);
			start = this.#blockAround(end) === undefined ? this.#skipSpace(end) : end;
		}
		return messages;
	}

	/** Where the message that begins at `start` ends. */
	#endOf(start: number): number {
		const textEnd = this.#text.length;
		const prefixUnits = this.#opener(start).length;
		const lastUnits = prefixUnits + (textEnd - start) + this.#closer(textEnd).length;
		if (lastUnits <= this.#limit) return textEnd;
		let end = Math.min(textEnd, start + this.#limit - prefixUnits);
		for (;;) {
			const cut = chooseCut(this.#text, this.#places, { start, floor: this.#floor(start, lastUnits), end });
			const units = prefixUnits + (cut - start) + this.#closer(cut).length;
			if (units <= this.#limit || cut <= start + 1) return cut;
			end = Math.min(cut - 1, end - (units - this.#limit));
		}
	}

	/** The earliest cut that does not make the rest need more messages than the whole needs. */
	#floor(start: number, units: number): number {
		const planned = this.#limit * plannedShare;
		const messagesAfter = Math.ceil(units / planned) - 1;
		return start + Math.max(1, Math.ceil(units - messagesAfter * planned));
	}

	#message(start: number, end: number): string | undefined {
		const opener = this.#opener(start);
		const closer = this.#closer(end);
		const body = this.#text.slice(start, end);
		if (isBlankText(body)) return undefined;
		return opener + (closer === '' ? body.trimEnd() : body) + closer;
	}

	#opener(place: number): string {
		const block = this.#blockAround(place);
		return block === undefined ? '' : `${block.fence.opener}\n`;
	}

	#closer(place: number): string {
		const block = this.#blockAround(place);
		if (block === undefined) return '';
		return this.#text[place - 1] === '\n' ? block.fence.marker : `\n${block.fence.marker}`;
	}

	/** The code block whose body a cut at `place` would tear; also the one that the text leaves open at its end. */
	#blockAround(place: number): CodeBlock | undefined {
		const { blocks } = this.#places;
		while (this.#blockIndex > 0 && (blocks[this.#blockIndex]?.start ?? 0) > place) this.#blockIndex--;
		while (this.#blockIndex < blocks.length - 1 && (blocks[this.#blockIndex]?.end ?? 0) < place) this.#blockIndex++;
		const block = blocks[this.#blockIndex];
		if (block === undefined || place <= block.start) return undefined;
		const isTorn = place >= block.bodyStart && (block.isClosed ? place < block.end : true);
		return isTorn ? block : undefined;
	}

	#skipSpace(place: number): number {
		const space = /\s*/y;
		space.lastIndex = place;
		return place + (space.exec(this.#text)?.[0].length ?? 0);
	}
}
