/** A map whose entries live for a fixed time and whose size is bounded, for claims, caches and seen ids. */

export interface ExpiringMapOptions {
	/** How long an entry lives after it was set. */
	readonly ttlMs: number;
	/** Entries kept; setting one more drops the one set longest ago. */
	readonly entriesMax: number;
	/** The present time in milliseconds; any clock that does not run backwards. */
	readonly nowMs: () => number;
}

interface Entry<Value> {
	readonly value: Value;
	readonly expiresAtMs: number;
}

/** Every operation takes constant time on average: with one lifetime for all, the order of setting is that of expiry. */
export class ExpiringMap<Key, Value> {
	readonly #options: ExpiringMapOptions;
	readonly #entries = new Map<Key, Entry<Value>>();

	constructor(options: ExpiringMapOptions) {
		this.#options = options;
	}

	/** Entries that are still alive. */
	get size(): number {
		this.#dropExpired();
		return this.#entries.size;
	}

	/** The value, or undefined when it was never set, was dropped, or is older than the lifetime. */
	get(key: Key): Value | undefined {
		const entry = this.#entries.get(key);
		if (entry === undefined) return undefined;
		if (entry.expiresAtMs > this.#options.nowMs()) return entry.value;
		this.#entries.delete(key);
		return undefined;
	}

	/** The living values, the one set longest ago first. */
	values(): readonly Value[] {
		this.#dropExpired();
		return [...this.#entries.values()].map(({ value }) => value);
	}

	/** The newest living value that fits; looks at every entry in the worst case. */
	find(fits: (value: Value) => boolean): Value | undefined {
		this.#dropExpired();
		return [...this.#entries.values()].findLast((entry) => fits(entry.value))?.value;
	}

	has(key: Key): boolean {
		const entry = this.#entries.get(key);
		return entry !== undefined && entry.expiresAtMs > this.#options.nowMs();
	}

	/** Sets the value and starts its lifetime anew. */
	set(key: Key, value: Value): void {
		this.#dropExpired();
		this.#entries.delete(key);
		this.#entries.set(key, { value, expiresAtMs: this.#options.nowMs() + this.#options.ttlMs });
		if (this.#entries.size <= this.#options.entriesMax) return;
		const [oldest] = this.#entries.keys();
		this.#entries.delete(oldest as Key);
	}

	/** Whether there was a living entry to delete. */
	delete(key: Key): boolean {
		const wasAlive = this.has(key);
		this.#entries.delete(key);
		return wasAlive;
	}

	clear(): void {
		this.#entries.clear();
	}

	#dropExpired(): void {
		const nowMs = this.#options.nowMs();
		for (const [key, entry] of this.#entries) {
			if (entry.expiresAtMs > nowMs) return;
			this.#entries.delete(key);
		}
	}
}
