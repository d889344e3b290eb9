/** Cuts streamed text into the messages that a persona sends one after another. */

import { FenceTracker } from '#core/text/fence-tracker';
import { InlineContext } from '#core/text/inline-context';
import { isPlain } from '#core/text/plain-character';
import type { HumanizerDegree } from '#domain/settings';
import type { PushMachine } from '#lib/push-machine';
import { HeldText } from './held-text.ts';
import { SentenceEnds } from './sentence-ends.ts';
import { TableLines } from './table-lines.ts';

/** Prose is held no longer than this, whatever is open; in UTF-16 units. */
const heldProseUnitsMax = 1_000;
/** Code and tables are held no longer than this. */
const heldCodeUnitsMax = 15_000;
/** At degree 2 a longer paragraph is also cut at sentence ends. */
const paragraphUnitsMax = 400;

/** What a reader takes for something said; anything else is punctuation that needs a neighbour. */
const word = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/**
 * A place where a cut is allowed, as an index into what is held:
 * - `part`: behind a paragraph, before or behind a code block; every degree but 0 cuts here.
 * - `sentence`: behind a sentence or a line.
 * - `pause`: as `sentence`, but void when the next word begins with a small letter.
 */
interface Boundary {
	readonly at: number;
	readonly kind: 'part' | 'sentence' | 'pause';
}

/**
 * Takes visible text in any pieces and gives finished segments, trimmed and never blank, each to be passed through
 * `splitReply`. Degree 0: the whole reply. Degree 1: each paragraph (ended by an empty line) and each code block.
 * Degree 2: as 1, and of a paragraph over 400 units as many whole sentences at a time as fit 400. Degree 3: each
 * sentence and each line (ruling H21).
 *
 * Nothing is cut inside code, a table, or what `InlineContext` knows as open: brackets, quotes, emphasis, spoilers.
 * Punctuation alone is joined to a neighbour, so a segment is given when the first word behind it begins. Except at
 * degree 0, prose is held for 1,000 units at most and code or a table for 15,000. A fence or spoiler that is torn so
 * is closed and opened again; a fence, emphasis or spoiler that is open at the end is closed. Linear in the text.
 */
export class SegmentStream implements PushMachine<string> {
	readonly #degree: HumanizerDegree;
	readonly #fences = new FenceTracker();
	readonly #context = new InlineContext();
	readonly #sentences = new SentenceEnds();
	readonly #tables = new TableLines();
	readonly #held = new HeldText();
	#highSurrogate = '';
	/** The last boundary; nothing but punctuation stands behind it. */
	#pending: Boundary | undefined;
	/** The last sentence end with a word behind it, where no degree but 3 had to cut yet. */
	#sentenceEnd: number | undefined;
	#holdsWord = false;

	constructor(degree: HumanizerDegree) {
		this.#degree = degree;
	}

	push(text: string): readonly string[] {
		const joined = this.#highSurrogate + text;
		const wholeUnits = /[\uD800-\uDBFF]$/.test(joined) ? joined.length - 1 : joined.length;
		this.#highSurrogate = joined.slice(wholeUnits);
		for (const character of joined.slice(0, wholeUnits)) this.#take(character);
		return this.#held.takeSegments();
	}

	end(): readonly string[] {
		if (this.#highSurrogate !== '') this.#take(this.#highSurrogate);
		this.#highSurrogate = '';
		this.#context.end();
		if (this.#held.line !== '') this.#endLine();
		this.#held.finish(this.#fences.open, this.#context.closingMarks);
		return this.#held.takeSegments();
	}

	#take(character: string): void {
		if (this.#fences.open === undefined) this.#takeProse(character);
		else this.#held.append(character);
		if (character === '\n') {
			this.#endLine();
			this.#held.startLine();
		}
		if (this.#degree !== 0) this.#enforceLimits(character);
	}

	#takeProse(character: string): void {
		this.#context.take(character);
		this.#tables.take(character);
		const end = this.#sentences.take(character);
		if (end !== undefined) this.#note({ at: this.#held.length, kind: end === 'soft' ? 'pause' : 'sentence' });
		if (isPlain(character) || word.test(character)) this.#beginWord(character);
		this.#held.append(character);
	}

	/** Notes a boundary, unless something is open or nothing was said yet. */
	#note(boundary: Boundary): void {
		if (this.#degree === 0 || !this.#holdsWord || this.#context.isOpen || this.#tables.isOpen) return;
		// Punctuation between two boundaries goes to the side from which a smaller gap divides it.
		if (this.#pending?.kind === 'part' && boundary.kind !== 'part') return;
		this.#pending = boundary;
	}

	/** A word settles the boundary before it. */
	#beginWord(character: string): void {
		const boundary = this.#pending;
		this.#pending = undefined;
		if (boundary !== undefined && !(boundary.kind === 'pause' && /\p{Ll}/u.test(character))) {
			if (boundary.kind === 'part' || this.#degree === 3) this.#cut(boundary.at);
			else this.#sentenceEnd = boundary.at;
		}
		this.#holdsWord = true;
	}

	#endLine(): void {
		const { line } = this.#held;
		const wasCode = this.#fences.open !== undefined;
		const fenceLine = this.#fences.take(line);
		if (wasCode) {
			if (fenceLine.kind === 'close') this.#note({ at: this.#held.length, kind: 'part' });
		} else if (fenceLine.kind === 'open') {
			this.#openBlock(line.slice(0, fenceLine.column));
		} else {
			this.#tables.endLine(line);
			this.#note({ at: this.#held.length, kind: line.trim() === '' ? 'part' : 'sentence' });
		}
	}

	/** A code block begins behind `before` in the present line: what was held before it is a segment of its own. */
	#openBlock(before: string): void {
		this.#context.leaveCode();
		this.#tables.reset();
		this.#pending = undefined;
		const lineStart = this.#held.lineStart;
		const at = /^[\s>]*$/.test(before) ? lineStart : lineStart + before.length;
		if (this.#degree !== 0 && !this.#context.isOpen && word.test(this.#held.slice(0, at))) this.#cut(at);
		this.#holdsWord = true;
	}

	#enforceLimits(character: string): void {
		const { length } = this.#held;
		const fence = this.#fences.open;
		if (fence !== undefined || this.#tables.isTable) {
			if (length >= heldCodeUnitsMax) this.#held.tearLines(fence);
			return;
		}
		if (length <= paragraphUnitsMax) return;
		const isLongParagraph = this.#degree === 2 && character.trim() !== '';
		if (this.#sentenceEnd !== undefined && (isLongParagraph || length >= heldProseUnitsMax)) {
			this.#cut(this.#sentenceEnd);
		}
		if (this.#held.length < heldProseUnitsMax) return;
		if (this.#pending !== undefined) this.#cut(this.#pending.at);
		else this.#tear();
	}

	#cut(at: number): void {
		const dropped = this.#held.cut(at);
		this.#sentenceEnd = undefined;
		const pending = this.#pending;
		this.#pending = pending && pending.at > at ? { ...pending, at: Math.max(0, pending.at - dropped) } : undefined;
		this.#holdsWord = word.test(this.#held.slice(0, this.#held.length));
	}

	/** Cuts inside of what is open; what is left is looked at as if it began here. */
	#tear(): void {
		this.#held.tear();
		this.#context.reset();
		this.#tables.reset();
		const rest = this.#held.slice(0, this.#held.length);
		for (const character of rest) this.#context.take(character);
		this.#holdsWord = word.test(rest);
	}
}
