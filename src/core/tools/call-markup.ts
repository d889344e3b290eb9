/** Calls in the markup of a model's own template, which servers leave in the words where nothing may be called any more. */

/** How the usual templates write them (Hermes and Qwen, Mistral), and what closes them; null is the end of the reply. */
const MARKUPS: readonly { readonly opens: string; readonly closes: string | null }[] = [
	{ opens: '<tool_call>', closes: '</tool_call>' },
	{ opens: '[TOOL_CALLS]', closes: null },
];

type Markup = (typeof MARKUPS)[number];

/** Takes it out of a reply; every way of cutting the reply gives the same words. What begins a code span is only named. */
export class CallMarkup {
	#held = '';
	#open: Markup | null = null;
	/** The last unit before what is held. */
	#before = '';

	/** What may be shown. */
	push(text: string): string {
		this.#held += text;
		let shown = '';
		for (;;) {
			const next = this.#open === null ? this.#untilOpened() : this.#untilClosed(this.#open);
			shown += next.shown;
			if (next.waits) return shown;
		}
	}

	/** What was held and turned out to be words. */
	end(): string {
		const rest = this.#open === null ? this.#held : '';
		this.#held = '';
		return rest;
	}

	#untilOpened(): { readonly shown: string; readonly waits: boolean } {
		const held = this.#held;
		const found = MARKUPS.map((markup) => ({ markup, at: this.#placeOf(markup) }))
			.filter(({ at }) => at >= 0)
			.toSorted((left, right) => left.at - right.at)[0];
		const end = found?.at ?? held.length - Math.max(...MARKUPS.map(({ opens }) => begunLength(held, opens)));
		this.#held = held.slice(end + (found?.markup.opens.length ?? 0));
		this.#open = found?.markup ?? null;
		this.#before = held.slice(0, end).at(-1) ?? this.#before;
		return { shown: held.slice(0, end), waits: found === undefined };
	}

	#placeOf({ opens }: Markup): number {
		let at = this.#held.indexOf(opens);
		while (at >= 0 && (at === 0 ? this.#before : this.#held[at - 1]) === '`') at = this.#held.indexOf(opens, at + 1);
		return at;
	}

	#untilClosed({ closes }: Markup): { readonly shown: string; readonly waits: boolean } {
		const at = closes === null ? -1 : this.#held.indexOf(closes);
		if (closes === null || at < 0) {
			this.#held = closes === null ? '' : this.#held.slice(-(closes.length - 1));
			return { shown: '', waits: true };
		}
		this.#held = this.#held.slice(at + closes.length);
		this.#before = '';
		this.#open = null;
		return { shown: '', waits: false };
	}
}

/** How much of the text's end may be the beginning of a mark. */
function begunLength(text: string, mark: string): number {
	for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
		if (text.endsWith(mark.slice(0, length))) return length;
	}
	return 0;
}
