/** A bounded map that forgets what was set longest ago, for what is learned with every event. */

/**
 * Keeps the entries that were set last: at least half of `entriesMax`, and never more than that. Everything takes constant
 * time: dropping the oldest entry of one map would walk over all that were dropped before it.
 */
export class RecentMap<Key, Value> {
	readonly #halfMax: number;
	#newest = new Map<Key, Value>();
	#older = new Map<Key, Value>();

	constructor(entriesMax: number) {
		this.#halfMax = Math.max(1, Math.floor(entriesMax / 2));
	}

	/** The value that was set last; undefined when it was never set or is forgotten. Reading keeps nothing alive. */
	get(key: Key): Value | undefined {
		return this.#newest.has(key) ? this.#newest.get(key) : this.#older.get(key);
	}

	has(key: Key): boolean {
		return this.#newest.has(key) || this.#older.has(key);
	}

	set(key: Key, value: Value): void {
		if (this.#newest.size >= this.#halfMax && !this.#newest.has(key)) {
			[this.#newest, this.#older] = [this.#older, this.#newest];
			this.#newest.clear();
		}
		this.#newest.set(key, value);
	}

	delete(key: Key): void {
		this.#newest.delete(key);
		this.#older.delete(key);
	}
}
