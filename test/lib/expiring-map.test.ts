/** A bounded map with a lifetime. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExpiringMap } from '#lib/expiring-map';

function mapWithClock(entriesMax = 3) {
	const clock = { nowMs: 1_000 };
	const map = new ExpiringMap<string, number>({ ttlMs: 100, entriesMax, nowMs: () => clock.nowMs });
	return { clock, map };
}

test('an entry lives for its time and not a millisecond longer', () => {
	const { clock, map } = mapWithClock();
	map.set('a', 1);
	clock.nowMs += 99;
	expect(map.get('a')).toBe(1);
	expect(map.has('a')).toBe(true);
	clock.nowMs += 1;
	expect(map.get('a')).toBeUndefined();
	expect(map.has('a')).toBe(false);
	expect(map.size).toBe(0);
});

test('setting again starts the lifetime anew and makes the entry the youngest', () => {
	const { clock, map } = mapWithClock(2);
	map.set('a', 1);
	map.set('b', 2);
	clock.nowMs += 60;
	map.set('a', 3);
	map.set('c', 4);
	expect(map.get('b')).toBeUndefined();
	clock.nowMs += 60;
	expect(map.get('a')).toBe(3);
});

test('the oldest entry goes when one too many comes', () => {
	const { map } = mapWithClock();
	for (const key of ['a', 'b', 'c', 'd']) map.set(key, 0);
	expect(map.size).toBe(3);
	expect(map.has('a')).toBe(false);
	expect(map.has('d')).toBe(true);
});

test('delete tells whether a living entry was there', () => {
	const { clock, map } = mapWithClock();
	map.set('a', 1);
	map.set('b', 1);
	expect(map.delete('a')).toBe(true);
	expect(map.delete('a')).toBe(false);
	clock.nowMs += 100;
	expect(map.delete('b')).toBe(false);
	map.set('c', 1);
	map.clear();
	expect(map.size).toBe(0);
});

test('whatever is set, deleted and waited for, it holds what a plain list of settings would', () => {
	const step = fc.record({
		kind: fc.constantFrom('set' as const, 'set' as const, 'set' as const, 'delete' as const),
		key: fc.nat(6),
		afterMs: fc.nat(30),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
			let nowMs = 0;
			const options = { ttlMs: 100, entriesMax: 3, nowMs: () => nowMs };
			const map = new ExpiringMap<number, number>(options);
			let model: { readonly key: number; readonly value: number; readonly atMs: number }[] = [];
			for (const [value, { kind, key, afterMs }] of steps.entries()) {
				nowMs += afterMs;
				model = model.filter((entry) => entry.key !== key && entry.atMs + 100 > nowMs);
				if (kind === 'delete') map.delete(key);
				else {
					map.set(key, value);
					model = [...model, { key, value, atMs: nowMs }].slice(-3);
				}
				expect(map.values()).toEqual(model.map((entry) => entry.value));
				expect(map.size).toBe(model.length);
			}
		}),
	);
});
