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

interface Setting<Key, Value> {
	readonly key: Key;
	readonly entry: Entry<Value>;
}

/** Settings that are kept beyond twice the entries before the outdated ones are sorted out. */
const slack = 64;

/**
 * Every operation takes constant time on average: with one lifetime for all, the order of setting is that of expiry. That
 * order is kept beside the map, since finding a map's first entry walks over all that were deleted before it.
 */
export class ExpiringMap<Key, Value> {
	readonly #options: ExpiringMapOptions;
	readonly #entries = new Map<Key, Entry<Value>>();
	/** In order of setting, from `#first` on; one is outdated when its key was set again or deleted. */
	#settings: Setting<Key, Value>[] = [];
	#first = 0;

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
		const entry = { value, expiresAtMs: this.#options.nowMs() + this.#options.ttlMs };
		this.#entries.delete(key);
		this.#entries.set(key, entry);
		this.#settings.push({ key, entry });
		if (this.#entries.size > this.#options.entriesMax) this.#dropOldest();
		this.#sortOut();
	}

	/** Whether there was a living entry to delete. */
	delete(key: Key): boolean {
		const wasAlive = this.has(key);
		this.#entries.delete(key);
		return wasAlive;
	}

	clear(): void {
		this.#entries.clear();
		this.#settings = [];
		this.#first = 0;
	}

	#isOutdated({ key, entry }: Setting<Key, Value>): boolean {
		return this.#entries.get(key) !== entry;
	}

	#dropExpired(): void {
		const nowMs = this.#options.nowMs();
		for (let oldest = this.#oldest(); oldest && oldest.entry.expiresAtMs <= nowMs; oldest = this.#oldest()) {
			this.#entries.delete(oldest.key);
		}
	}

	#dropOldest(): void {
		const oldest = this.#oldest();
		if (oldest) this.#entries.delete(oldest.key);
	}

	/** The setting of the oldest entry. */
	#oldest(): Setting<Key, Value> | undefined {
		for (; this.#first < this.#settings.length; this.#first += 1) {
			const setting = this.#settings[this.#first];
			if (setting && !this.#isOutdated(setting)) return setting;
		}
		return undefined;
	}

	#sortOut(): void {
		if (this.#settings.length <= 2 * this.#entries.size + slack) return;
		this.#settings = this.#settings.slice(this.#first).filter((setting) => !this.#isOutdated(setting));
		this.#first = 0;
	}
}
