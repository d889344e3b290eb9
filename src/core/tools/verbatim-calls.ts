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
const fence = '```';
const FENCED_CALL = /^\s*([\w-]{1,64})\s*\(([\s\S]*)\)\s*;?\s*$/u;
const heldUnitsMax = TOOL_LIMITS.argumentsUnitsMax + 200;

/**
 * Reads `name({…})` in a code span, for the tools of the turn alone, and in a block fenced by three backticks with the
 * word `tool`. Code of any other kind is text. A span that the end cuts off is a call as it stands; a block is neither
 * shown nor made.
 */
export class VerbatimCalls implements PushMachine<VerbatimEvent> {
	readonly #names: readonly string[];
	readonly #prefix: string;
	#held = '';
	#isInFence = false;
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
			const plain = at < 0 ? this.#held.length : at;
			shown += this.#held.slice(0, plain);
			this.#held = this.#held.slice(plain);
			if (this.#held === '') break;
			const reading = this.#readMarks(isEnd);
			if (reading.kind === 'more') {
				if (!isEnd) break;
				// Only what had begun to be a call is still held.
				this.#held = '';
				break;
			}
			if (reading.kind === 'none') {
				shown += this.#held.slice(0, reading.units);
			} else {
				show();
				const { name, argumentsText } = reading;
				this.#calls += 1;
				events.push({ kind: 'call', call: { id: `${this.#prefix}_${this.#calls}`, name, argumentsText } });
			}
			this.#held = this.#held.slice(reading.units);
		}
		show();
		return events;
	}

	/** The held text begins with a backtick. */
	#readMarks(isEnd: boolean): Reading {
		const run = /^`+/.exec(this.#held)?.[0].length ?? 0;
		if (run === this.#held.length && !isEnd) return MORE;
		const asText: Reading = { kind: 'none', units: run };
		if (run >= fence.length) {
			const opened = this.#isInFence ? asText : this.#readFence(run, isEnd);
			if (opened.kind === 'none') this.#isInFence = !this.#isInFence;
			return opened;
		}
		return run > 1 || this.#isInFence ? asText : this.#readSpan(isEnd);
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
		const close = seen.indexOf(`\n${fence}`, from);
		if (close < 0 && seen.length < heldUnitsMax) return MORE;
		const body = seen.slice(from + 1, close < 0 ? undefined : Math.max(close, from + 1));
		const [, name = '', argumentsText = body] = FENCED_CALL.exec(body) ?? [];
		return { kind: 'call', name, argumentsText, units: close < 0 ? seen.length : close + 1 + fence.length };
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
		let first: Reading = MORE;
		for (let close = seen.indexOf(')`', from); close >= 0; close = seen.indexOf(')`', close + 1)) {
			const argumentsText = seen.slice(from, close);
			const call: Reading = { kind: 'call', name, argumentsText, units: close + 2 };
			if (isWhole(argumentsText)) return call;
			if (first.kind === 'more') first = call;
		}
		// Marks inside of strings look like the end; when no whole call comes, the first end was it.
		if (!isEnd && seen.length < heldUnitsMax) return MORE;
		return first.kind === 'more' ? { kind: 'call', name, argumentsText: seen.slice(from), units: seen.length } : first;
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
