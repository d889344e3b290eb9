/** A binary heap of (rank, position) pairs, lowest rank first and the leftmost of equals, packed into doubles. */

/** Positions stay below this: a text of 1,000,000 UTF-16 units has at most 3,000,000 bytes. */
const positionSpan = 2 ** 23;

/** Grows as needed; `steps` counts the levels walked, so that tests can bound the cost without a clock. */
export class MergeHeap {
	/** Rank of the entry taken by the last successful `pop`. */
	rank = 0;
	/** Position of the entry taken by the last successful `pop`. */
	position = 0;
	/** Levels walked since construction. */
	steps = 0;
	#entries: Float64Array;
	#size = 0;

	constructor(capacity: number) {
		this.#entries = new Float64Array(Math.max(16, capacity));
	}

	/** Adds an entry without ordering; `order` must follow before the first `pop`. */
	append(rank: number, position: number): void {
		if (this.#size === this.#entries.length) this.#grow();
		this.#entries[this.#size] = rank * positionSpan + position;
		this.#size += 1;
	}

	/** Orders everything that was appended, in linear time. */
	order(): void {
		for (let at = (this.#size >>> 1) - 1; at >= 0; at -= 1) this.#sink(at, this.#entries[at] as number);
	}

	/** Adds an entry in order. */
	push(rank: number, position: number): void {
		if (this.#size === this.#entries.length) this.#grow();
		const entries = this.#entries;
		const entry = rank * positionSpan + position;
		let at = this.#size;
		this.#size += 1;
		while (at > 0) {
			const parent = (at - 1) >>> 1;
			const above = entries[parent] as number;
			if (above <= entry) break;
			entries[at] = above;
			at = parent;
			this.steps += 1;
		}
		entries[at] = entry;
	}

	/** Takes the lowest entry into `rank` and `position`; false when the heap is empty. */
	pop(): boolean {
		if (this.#size === 0) return false;
		const entries = this.#entries;
		const top = entries[0] as number;
		this.#size -= 1;
		if (this.#size > 0) this.#sink(0, entries[this.#size] as number);
		this.rank = Math.floor(top / positionSpan);
		this.position = top - this.rank * positionSpan;
		return true;
	}

	#sink(from: number, entry: number): void {
		const entries = this.#entries;
		const size = this.#size;
		let at = from;
		for (;;) {
			let child = at * 2 + 1;
			if (child >= size) break;
			if (child + 1 < size && (entries[child + 1] as number) < (entries[child] as number)) child += 1;
			const below = entries[child] as number;
			if (below >= entry) break;
			entries[at] = below;
			at = child;
			this.steps += 1;
		}
		entries[at] = entry;
	}

	#grow(): void {
		const larger = new Float64Array(this.#entries.length * 2);
		larger.set(this.#entries);
		this.#entries = larger;
	}
}
