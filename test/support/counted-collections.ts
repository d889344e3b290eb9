/** Maps and sets that are counted, to see how much is kept after many have passed through. */

/** Counts what maps and sets hold that are made while `make` and `use` run. */
export async function keptAfter(use: () => Promise<void> | void): Promise<readonly number[]> {
	const made: { readonly size: number }[] = [];
	const { Map: PlainMap, Set: PlainSet } = globalThis;
	class CountedMap<Key, Value> extends PlainMap<Key, Value> {
		constructor(entries?: Iterable<readonly [Key, Value]> | null) {
			super(entries);
			made.push(this);
		}
	}
	class CountedSet<Value> extends PlainSet<Value> {
		constructor(values?: Iterable<Value> | null) {
			super(values);
			made.push(this);
		}
	}
	Object.assign(globalThis, { Map: CountedMap, Set: CountedSet });
	try {
		await use();
	} finally {
		Object.assign(globalThis, { Map: PlainMap, Set: PlainSet });
	}
	return made.map(({ size }) => size);
}
