/** What a bounded map remembers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentMap } from '#lib/recent-map';

test('the half that was set last is known with its newest values, and never more than the whole', () => {
	const key = fc.integer({ min: 0, max: 12 });
	const step = fc.oneof(
		{ weight: 5, arbitrary: key.map((of) => ({ kind: 'set' as const, of })) },
		key.map((of) => ({ kind: 'delete' as const, of })),
	);
	fc.assert(
		fc.property(fc.integer({ min: 2, max: 9 }), fc.array(step, { maxLength: 60 }), (entriesMax, steps) => {
			const map = new RecentMap<number, number>(entriesMax);
			const expected = new Map<number, number>();
			for (const [at, { kind, of }] of steps.entries()) {
				expected.delete(of);
				if (kind === 'set') {
					expected.set(of, at);
					map.set(of, at);
				} else map.delete(of);
			}
			const newestFirst = [...expected].reverse();
			const known = newestFirst.filter(([of]) => map.has(of));
			expect(known.length).toBeLessThanOrEqual(entriesMax);
			for (const [of, at] of known) expect(map.get(of)).toBe(at);
			const certain = newestFirst.slice(0, Math.floor(entriesMax / 2));
			expect(certain.filter(([of]) => !map.has(of))).toEqual([]);
			const gone = Array.from({ length: 13 }, (_, of) => of).filter((of) => !expected.has(of));
			expect(gone.filter((of) => map.has(of) || map.get(of) !== undefined)).toEqual([]);
		}),
	);
});

test('an empty value is a value', () => {
	const map = new RecentMap<string, null>(2);
	map.set('a', null);
	expect([map.get('a'), map.get('b'), map.has('a')]).toEqual([null, undefined, true]);
});
