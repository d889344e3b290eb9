/** Takes calls that a model writes in the words of its reply out of the text that people read. */
import { TOOL_LIMITS, type ToolCall } from '#domain/tool-call';
import type { PushMachine } from '#lib/push-machine';

/** A piece of text that may be shown, or a call. */
export type VerbatimEvent =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'call'; readonly call: ToolCall };

/** What is held is a call, may become one, or is none. */
type Reading =
	| { readonly kind: 'more' }
	| { readonly kind: 'none'; readonly units: number }
	| { readonly kind: 'call'; readonly name: string; readonly argumentsText: string; readonly units: number };

const MORE: Reading = { kind: 'more' };
const fenceMarks = 3;
const FENCED_CALL = /^\s*([\w-]{1,64})\s*\(([\s\S]*)\)\s*;?\s*$/u;
const heldUnitsMax = TOOL_LIMITS.argumentsUnitsMax + 200;

/** Backticks that are read together; nobody writes as many, and a run without end is not to be kept. */
const MARKS = /^`{1,64}/;
const marksMax = 64;

/** As Discord has it: a quoted line, and a mark behind which everything is quoted. */
const QUOTED = /^ {0,3}> /;
const QUOTED_ON = /^>>> /m;
/** As much of a line's beginning as says whether it is quoted, in UTF-16 units. */
const lineUnits = 8;

/**
 * Reads `name({…})` in a code span, for the tools of the turn alone, and in a block fenced by three backticks with the
 * word `tool`. Code of any other kind is text, and so is a call that is only shown: inside of a block, of a span between
 * two backticks, or of a quote. A span that the end cuts off is a call as it stands; a block is neither shown nor made.
 */
export class VerbatimCalls implements PushMachine<VerbatimEvent> {
	readonly #names: readonly string[];
	readonly #prefix: string;
	#held = '';
	/** How many backticks opened the block that is being read; 0 outside of one. The same of a span, of two. */
	#fence = 0;
	#span = 0;
	/** How the line begins, as far as it is text. */
	#line = '';
	#isQuotedOn = false;
	/** Of the span that is held: where its first end is, and up to where ends were looked for. */
	#firstEnd: number | null = null;
	#lookedTo = 0;
	#calls = 0;

	/** `prefix` begins the ids of the calls. */
	constructor(names: readonly string[], prefix: string) {
		this.#names = names;
		this.#prefix = prefix;
	}

	push(text: string): readonly VerbatimEvent[] {
		this.#held += text;
		return this.#take(false);
	}

	end(): readonly VerbatimEvent[] {
		return this.#take(true);
	}

	#take(isEnd: boolean): readonly VerbatimEvent[] {
		const events: VerbatimEvent[] = [];
		let shown = '';
		const show = (): void => {
			if (shown !== '') events.push({ kind: 'text', text: shown });
			shown = '';
		};
		while (this.#held !== '') {
			const at = this.#held.indexOf('`');
			if (at !== 0) shown += this.#release(at < 0 ? this.#held.length : at);
			if (this.#held === '') break;
			const reading = this.#readMarks(isEnd);
			if (reading.kind === 'more') {
				// Behind the end, only what had begun to be a call is still held.
				if (isEnd) this.#held = '';
				break;
			}
			if (reading.kind === 'none') {
				shown += this.#release(reading.units);
				continue;
			}
			show();
			const { name, argumentsText } = reading;
			this.#calls += 1;
			events.push({ kind: 'call', call: { id: `${this.#prefix}_${this.#calls}`, name, argumentsText } });
			this.#drop(reading.units);
		}
		show();
		return events;
	}

	/** What is held turns out to be text. */
	#release(units: number): string {
		const text = this.#held.slice(0, units);
		this.#drop(units);
		const feed = text.lastIndexOf('\n');
		if (feed >= 0) this.#span = 0;
		this.#isQuotedOn ||= QUOTED_ON.test(this.#line + text);
		this.#line = ((feed < 0 ? this.#line : '') + text.slice(feed + 1)).slice(0, lineUnits);
		return text;
	}

	#drop(units: number): void {
		this.#held = this.#held.slice(units);
		this.#firstEnd = null;
		this.#lookedTo = 0;
	}

	/** The held text begins with a backtick. */
	#readMarks(isEnd: boolean): Reading {
		const run = MARKS.exec(this.#held)?.[0].length ?? 0;
		if (run === this.#held.length && run < marksMax && !isEnd) return MORE;
		const asText: Reading = { kind: 'none', units: run };
		if (this.#isQuotedOn || QUOTED.test(this.#line)) return asText;
		if (this.#fence > 0) {
			if (run >= this.#fence) this.#fence = 0;
			return asText;
		}
		if (this.#span > 0) {
			if (run === this.#span) this.#span = 0;
			return asText;
		}
		if (run === 1) return this.#readSpan(isEnd);
		if (run < fenceMarks) {
			this.#span = run;
			return asText;
		}
		const opened = this.#readFence(run, isEnd);
		if (opened.kind === 'none') this.#fence = run;
		return opened;
	}

	#readFence(run: number, isEnd: boolean): Reading {
		const none: Reading = { kind: 'none', units: run };
		const info = this.#held.slice(run);
		const line = info.indexOf('\n');
		if (line < 0) return /^ ?(?:t(?:o(?:o(?:l\s*)?)?)?)?$/u.test(info) && !isEnd ? MORE : none;
		if (info.slice(0, line).trim() !== 'tool') return none;
		const from = run + line;
		// The same part is looked at however the text was cut.
		const seen = this.#held.slice(0, heldUnitsMax);
		const close = seen.indexOf(`\n${'`'.repeat(run)}`, from);
		if (close < 0 && seen.length < heldUnitsMax) return MORE;
		const body = seen.slice(from + 1, close < 0 ? undefined : Math.max(close, from + 1));
		const [, name = '', argumentsText = body] = FENCED_CALL.exec(body) ?? [];
		return { kind: 'call', name, argumentsText, units: close < 0 ? seen.length : close + 1 + run };
	}

	#readSpan(isEnd: boolean): Reading {
		const inner = this.#held.slice(1);
		const name = this.#names.find((each) => inner.startsWith(`${each}(`));
		if (name === undefined) {
			const mayBecome = this.#names.some((each) => `${each}(`.startsWith(inner));
			return mayBecome && !isEnd ? MORE : { kind: 'none', units: 1 };
		}
		const from = 1 + name.length + 1;
		const seen = this.#held.slice(0, heldUnitsMax);
		const callTo = (end: number, units: number): Reading => {
			return { kind: 'call', name, argumentsText: seen.slice(from, end), units };
		};
		// Each end is looked at once, however many pieces come behind it.
		for (let end = seen.indexOf(')`', Math.max(from, this.#lookedTo)); end >= 0; end = seen.indexOf(')`', end + 1)) {
			if (isWhole(seen.slice(from, end))) return callTo(end, end + 2);
			this.#firstEnd ??= end;
			this.#lookedTo = end + 1;
		}
		// Marks inside of strings look like the end; when no whole call comes, the first end was it.
		if (!isEnd && seen.length < heldUnitsMax) return MORE;
		return this.#firstEnd === null ? callTo(seen.length, seen.length) : callTo(this.#firstEnd, this.#firstEnd + 2);
	}
}

function isWhole(argumentsText: string): boolean {
	if (argumentsText.trim() === '') return true;
	try {
		JSON.parse(argumentsText);
		return true;
	} catch {
		return false;
	}
}
