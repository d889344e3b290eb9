/** A growing list of token ids that an encoder uses again for every text. */

const initialCapacity = 1_024;

/** A larger list than this is let go after the text that needed it. */
const keptCapacityMax = 65_536;

/** Ids in order; reading past `length` is a bug of the caller. */
export class TokenBuffer {
	/** How many ids are held. */
	length = 0;
	#ids = new Int32Array(initialCapacity);

	/** The id at `index`. */
	at(index: number): number {
		return this.#ids[index] as number;
	}

	/** Adds one id. */
	push(id: number): void {
		if (this.length === this.#ids.length) {
			const larger = new Int32Array(this.#ids.length * 2);
			larger.set(this.#ids);
			this.#ids = larger;
		}
		this.#ids[this.length] = id;
		this.length += 1;
	}

	/** Empties the list. */
	clear(): void {
		this.length = 0;
		if (this.#ids.length > keptCapacityMax) this.#ids = new Int32Array(initialCapacity);
	}

	/** A plain copy of the ids. */
	toArray(): number[] {
		return Array.from(this.#ids.subarray(0, this.length));
	}
}
