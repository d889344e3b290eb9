/** How long a persona seems to type. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typingPaceMs } from '#core/reply/typing-pace';

const steady = { degree: 2, isLate: false, pauseRoll: 0.25, pauseLengthRoll: 0.5 } as const;

test('each character takes 10 ms, from 750 to 4,000 ms', () => {
	expect([0, 75, 76, 400, 401, 2_000].map((units) => typingPaceMs(units, steady))).toEqual([
		750, 750, 760, 4_000, 4_000, 4_000,
	]);
});

test('one case of four has a pause of 250 to 1,500 ms more', () => {
	const pausing = { ...steady, pauseRoll: 0.249 };
	expect(typingPaceMs(100, { ...pausing, pauseLengthRoll: 0 })).toBe(1_250);
	expect(typingPaceMs(100, { ...pausing, pauseLengthRoll: 0.5 })).toBe(1_875);
	expect(typingPaceMs(100, { ...pausing, pauseLengthRoll: 0.9999 })).toBe(2_500);
});

test('degree 0 and a late reply do not wait', () => {
	expect(typingPaceMs(500, { ...steady, degree: 0 })).toBe(0);
	expect(typingPaceMs(500, { ...steady, isLate: true })).toBe(0);
});

test('the wait is a whole number from 750 to 5,500 ms for any length and chance', () => {
	const roll = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
	fc.assert(
		fc.property(fc.nat(5_000), roll, roll, (units, pauseRoll, pauseLengthRoll) => {
			const paceMs = typingPaceMs(units, { ...steady, pauseRoll, pauseLengthRoll });
			expect(Number.isInteger(paceMs)).toBe(true);
			expect(paceMs).toBeGreaterThanOrEqual(750);
			expect(paceMs).toBeLessThanOrEqual(5_500);
		}),
	);
});
