/** Ends a reply at a configured stop string, where the API did not or repeats the string itself. */

/** Text that may be shown, and whether a stop string ended it there. */
export interface StopGuardResult {
	readonly text: string;
	readonly hasStopped: boolean;
}

/**
 * Takes visible text in any pieces. The string that is complete first ends the reply before its beginning; of several
 * that end at the same place the longest counts. What may still become a stop string is held. The cost is linear in the
 * text, times the longest stop string, and nothing without stop strings.
 */
export class StopGuard {
	readonly #stops: readonly string[];
	readonly #firstUnits: ReadonlySet<string>;
	readonly #heldUnitsMax: number;
	#held = '';

	constructor(stops: readonly string[]) {
		this.#stops = stops.filter((stop) => stop !== '');
		this.#firstUnits = new Set(this.#stops.map((stop) => stop.charAt(0)));
		this.#heldUnitsMax = Math.max(0, ...this.#stops.map((stop) => stop.length - 1));
	}

	/** What may still become a stop string. */
	get held(): string {
		return this.#held;
	}

	push(piece: string): StopGuardResult {
		if (this.#stops.length === 0) return { text: piece, hasStopped: false };
		const text = this.#held + piece;
		const start = this.#stopIn(text);
		if (start !== null) {
			this.#held = '';
			return { text: text.slice(0, start), hasStopped: true };
		}
		const heldFrom = this.#heldFrom(text);
		this.#held = text.slice(heldFrom);
		return { text: text.slice(0, heldFrom), hasStopped: false };
	}

	/** Gives what was held: half a stop string is text. */
	end(): string {
		const text = this.#held;
		this.#held = '';
		return text;
	}

	/** Where the stop string begins that is complete first, or null. */
	#stopIn(text: string): number | null {
		let found: { readonly start: number; readonly end: number } | null = null;
		for (const stop of this.#stops) {
			const start = text.indexOf(stop);
			if (start < 0) continue;
			const end = start + stop.length;
			if (found === null || end < found.end || (end === found.end && start < found.start)) found = { start, end };
		}
		return found?.start ?? null;
	}

	#heldFrom(text: string): number {
		for (let at = Math.max(0, text.length - this.#heldUnitsMax); at < text.length; at++) {
			if (!this.#firstUnits.has(text.charAt(at))) continue;
			const tail = text.slice(at);
			if (this.#stops.some((stop) => stop.startsWith(tail))) return at;
		}
		return text.length;
	}
}
