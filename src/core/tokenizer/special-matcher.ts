/** Finds the special strings of a tokenizer anywhere in a text, the leftmost first and the longest at each place. */

interface Special {
	readonly text: string;
	readonly id: number;
}

/** Immutable after construction, except for the last match; one per encoder. */
export class SpecialMatcher {
	/** First unit of the last match. */
	start = 0;
	/** First unit after the last match. */
	end = 0;
	/** Token id of the last match. */
	id = 0;
	readonly #isFirst = new Uint8Array(0x10000);
	readonly #singles = new Map<number, Special>();
	readonly #byTwoUnits = new Map<number, Special[]>();

	/** Takes special strings and their ids; an empty string is not one. */
	constructor(specials: Iterable<readonly [string, number]>) {
		for (const [text, id] of specials) {
			if (text === '') continue;
			this.#isFirst[text.charCodeAt(0)] = 1;
			if (text.length === 1) {
				this.#singles.set(text.charCodeAt(0), { text, id });
				continue;
			}
			const key = text.charCodeAt(0) * 0x10000 + text.charCodeAt(1);
			const group = this.#byTwoUnits.get(key) ?? [];
			group.push({ text, id });
			group.sort((left, right) => right.text.length - left.text.length);
			this.#byTwoUnits.set(key, group);
		}
	}

	/** Looks from unit `from` on; on true, `start`, `end` and `id` tell the match. */
	next(text: string, from: number): boolean {
		for (let index = from; index < text.length; index += 1) {
			const unit = text.charCodeAt(index);
			if (this.#isFirst[unit] === 0) continue;
			const special = this.#matchAt(text, index, unit);
			if (special === undefined) continue;
			this.start = index;
			this.end = index + special.text.length;
			this.id = special.id;
			return true;
		}
		return false;
	}

	#matchAt(text: string, index: number, unit: number): Special | undefined {
		if (index + 1 < text.length) {
			const group = this.#byTwoUnits.get(unit * 0x10000 + text.charCodeAt(index + 1));
			const special = group?.find((candidate) => text.startsWith(candidate.text, index));
			if (special !== undefined) return special;
		}
		return this.#singles.get(unit);
	}
}
