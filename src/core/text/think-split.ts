/** Separates a model's reasoning (`<think>…</think>`) from the text that people may see, while it streams. */
import type { PushMachine } from '#lib/push-machine';

/** A piece of reasoning or of visible text; pieces of one kind may come in any sizes, their order is that of the text. */
export interface ThinkSplitEvent {
	readonly type: 'thinking-delta' | 'text-delta';
	readonly text: string;
}

export interface ThinkSplitOptions {
	/** The prompt ended inside an open `<think>`, so the stream begins with reasoning. */
	readonly startsThinking?: boolean;
	/** White space before the first visible character belongs to the text, because the prompt ended inside a sentence. */
	readonly keepsLeadingSpace?: boolean;
	/** The model is not known for closing tags without opening ones, so its first words need not wait. */
	readonly showsOpeningAtOnce?: boolean;
}

/** How much of the beginning is held back, in case a closing tag without an opening one declares it reasoning. */
const openingHoldUnits = 64;
/** No tag is longer, namespace included; a longer run of letters after `<` is text. */
const tagUnitsMax = 40;

const hiddenTags: readonly string[] = ['think', 'thinking', 'details'];
/** A hidden tag that only lacks its bracket. */
const unclosedTag = /^<\/?(?:[a-z][\w-]*:)?(?:think|thinking|details) *$/i;

/**
 * Takes visible text and tags in any pieces. `<think>`, `<thinking>` and `<details>` hide what they hold, in any case,
 * with or without a namespace (`<ns:think>`), until the first closing tag or the end: an unclosed one stays hidden.
 *
 * A closing tag without an opening one (seen with GLM: "a name fragment, `</think>`, then the reply") makes what came
 * before it reasoning, as long as that is at most 64 UTF-16 units and so still held back; later the tag alone is
 * dropped, because text that went out cannot be called back. A tag right behind a backtick that opens code stays text.
 * What is left and right of a removed tag is looked at as one text, so that no two halves become a visible tag; at the
 * end a tag that lacks only its bracket is dropped too. White space before the first visible character is dropped,
 * unless the options keep it. Linear in the text.
 */
export class ThinkSplit implements PushMachine<ThinkSplitEvent> {
	#isThinking: boolean;
	/** Text that may still turn out to be reasoning; undefined once the beginning is settled. */
	#opening: string | undefined = '';
	#tag = '';
	/** Visible text that a tag interrupted although it could have become one itself, innermost last. */
	#interrupted: string[] = [];
	#afterBacktick = false;
	/** An odd number of backticks stands in the present line, so the last one opens code. */
	#oddBackticks = false;
	#trimming: boolean;
	#closedLate = false;

	constructor(options: ThinkSplitOptions = {}) {
		this.#isThinking = options.startsThinking ?? false;
		this.#trimming = options.keepsLeadingSpace !== true;
		if (options.showsOpeningAtOnce === true) this.#opening = undefined;
	}

	/** Whether a thought is open, or something that may become one of its tags. */
	get holdsThought(): boolean {
		return this.#isThinking || this.#tag !== '' || this.#interrupted.length > 0;
	}

	/** Whether a thought is open. */
	get isThinking(): boolean {
		return this.#isThinking;
	}

	/** Whether a closing tag without an opening one came after text had gone out. */
	get closedLate(): boolean {
		return this.#closedLate;
	}

	/** Visible text that is held back only because it is the beginning. */
	get heldOpening(): string {
		return this.#opening ?? '';
	}

	push(text: string): readonly ThinkSplitEvent[] {
		// Nearly every piece of a long reply is like this.
		if (text !== '' && this.#isFlowing && !text.includes('<')) {
			this.#noteCode(text);
			return [{ type: this.#isThinking ? 'thinking-delta' : 'text-delta', text }];
		}
		const sink = new DeltaSink();
		let index = 0;
		while (index < text.length) {
			if (this.#isFlowing) {
				const found = text.indexOf('<', index);
				const end = found < 0 ? text.length : found;
				if (end > index) this.#flow(text.slice(index, end), sink);
				index = end;
			}
			if (index < text.length) this.#take(text.charAt(index++), sink);
		}
		return sink.events();
	}

	end(): readonly ThinkSplitEvent[] {
		const sink = new DeltaSink();
		if (unclosedTag.test(this.#tag)) this.#tag = '';
		if (this.#isThinking) {
			this.#releaseTag(sink);
			this.#isThinking = false;
		}
		this.#releaseTag(sink);
		this.#releaseOpening(sink);
		return sink.events();
	}

	/** Whether everything up to the next `<` is of one kind. */
	get #isFlowing(): boolean {
		return this.#tag === '' && (this.#isThinking || (this.#opening === undefined && !this.#trimming));
	}

	#flow(text: string, sink: DeltaSink): void {
		this.#noteCode(text);
		sink.add(this.#isThinking ? 'thinking-delta' : 'text-delta', text);
	}

	#take(unit: string, sink: DeltaSink): void {
		if (this.#tag !== '') {
			const candidate = this.#tag + unit;
			const tag = readTag(candidate);
			if (tag === 'partial') {
				this.#tag = candidate;
				return;
			}
			if (tag !== 'text') {
				this.#tag = '';
				this.#applyTag(tag, sink);
				if (!this.#isThinking) this.#tag = this.#interrupted.pop() ?? '';
				return;
			}
			if (unit === '<' && !this.#isThinking) {
				this.#interrupted.push(this.#tag);
				this.#tag = unit;
				return;
			}
			this.#releaseTag(sink);
		}
		if (unit === '<' && !(this.#afterBacktick && this.#oddBackticks)) this.#tag = unit;
		else this.#show(unit, sink);
	}

	#noteCode(text: string): void {
		const feed = text.lastIndexOf('\n');
		if (feed >= 0) this.#oddBackticks = false;
		let last = -1;
		for (let at = text.indexOf('`', feed + 1); at >= 0; at = text.indexOf('`', at + 1)) {
			this.#oddBackticks = !this.#oddBackticks;
			last = at;
		}
		this.#afterBacktick = last === text.length - 1;
	}

	#applyTag(tag: 'open' | 'close', sink: DeltaSink): void {
		this.#afterBacktick = false;
		this.#oddBackticks = false;
		if (tag === 'open' && !this.#isThinking) {
			this.#releaseOpening(sink);
			this.#isThinking = true;
		} else if (tag === 'close') {
			if (!this.#isThinking && this.#opening !== undefined) {
				sink.add('thinking-delta', this.#opening + this.#interrupted.join(''));
				this.#interrupted = [];
				this.#trimming = true;
			}
			if (!this.#isThinking) {
				if (this.#opening === undefined) this.#closedLate = true;
				this.#opening = undefined;
			}
			this.#isThinking = false;
		}
	}

	#show(unit: string, sink: DeltaSink): void {
		this.#noteCode(unit);
		if (this.#isThinking) {
			sink.add('thinking-delta', unit);
			return;
		}
		if (this.#trimming && unit.trim() === '') return;
		this.#trimming = false;
		if (this.#opening === undefined) {
			sink.add('text-delta', unit);
			return;
		}
		this.#opening += unit;
		if (this.#opening.length > openingHoldUnits && !isHighSurrogate(unit)) this.#releaseOpening(sink);
	}

	/** What could have become a tag is text after all, and so is visible text before it that could have. */
	#releaseTag(sink: DeltaSink): void {
		const text = this.#isThinking ? this.#tag : this.#interrupted.join('') + this.#tag;
		this.#tag = '';
		if (!this.#isThinking) this.#interrupted = [];
		for (let index = 0; index < text.length; index++) this.#show(text.charAt(index), sink);
	}

	#releaseOpening(sink: DeltaSink): void {
		if (this.#opening !== undefined) sink.add('text-delta', this.#opening);
		this.#opening = undefined;
	}
}

/** Collects deltas, joining neighbours of one kind. */
class DeltaSink {
	readonly #events: ThinkSplitEvent[] = [];

	add(type: ThinkSplitEvent['type'], text: string): void {
		if (text === '') return;
		const last = this.#events.at(-1);
		if (last?.type === type) this.#events[this.#events.length - 1] = { type, text: last.text + text };
		else this.#events.push({ type, text });
	}

	events(): readonly ThinkSplitEvent[] {
		return this.#events;
	}
}

function isHighSurrogate(unit: string): boolean {
	return unit >= '\uD800' && unit <= '\uDBFF';
}

/** What a text that begins with `<` is so far. */
function readTag(text: string): 'open' | 'close' | 'partial' | 'text' {
	if (text.length > tagUnitsMax) return 'text';
	const match = /^<(\/?)(?:([a-z][\w-]*):)?([a-z]*)((?:[\d_-][\w-]*)?)( *)(>?)$/i.exec(text);
	if (match === null) return 'text';
	const [, slash, namespace, letters = '', otherNameUnits, spaces, bracket] = match;
	const name = letters.toLowerCase();
	const isWhole = hiddenTags.includes(name) && otherNameUnits === '';
	if (bracket === '>') {
		if (!isWhole) return 'text';
		return slash === '/' ? 'close' : 'open';
	}
	if (spaces !== '') return isWhole ? 'partial' : 'text';
	if (namespace === undefined) return letters === '' && otherNameUnits !== '' ? 'text' : 'partial';
	return otherNameUnits === '' && hiddenTags.some((tag) => tag.startsWith(name)) ? 'partial' : 'text';
}
