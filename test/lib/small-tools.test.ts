/** Backoff, base64url and calendar days. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffDelayMs } from '#lib/backoff';
import { decodeBase64Url, encodeBase64Url } from '#lib/base64url';
import { calendarDay, calendarDaysBetween, normalizeZone } from '#lib/calendar-day';

describe('backoff', () => {
	test('the wait doubles with each failure up to the cap', () => {
		const delays = [1, 2, 3, 4, 60].map((failures) =>
			backoffDelayMs(failures, { baseMs: 1_000, capMs: 6_000, random: () => 0 }),
		);
		expect(delays).toEqual([500, 1_000, 2_000, 3_000, 3_000]);
	});

	test('chance moves the wait between half and whole', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 2_000 }),
				fc.double({ min: 0, max: 1, noNaN: true }),
				(failures, chance) => {
					const delayMs = backoffDelayMs(failures, { baseMs: 100, capMs: 5_000, random: () => chance });
					const wholeMs = Math.min(5_000, 100 * 2 ** (failures - 1));
					expect(delayMs).toBeGreaterThanOrEqual(wholeMs / 2);
					expect(delayMs).toBeLessThanOrEqual(wholeMs);
				},
			),
		);
	});
});

describe('base64url', () => {
	test('bytes come back as they went, without characters that an address would escape', () => {
		fc.assert(
			fc.property(fc.uint8Array(), (bytes) => {
				const text = encodeBase64Url(bytes);
				expect(text).toMatch(/^[A-Za-z0-9_-]*$/);
				expect(decodeBase64Url(text)).toEqual(Uint8Array.from(bytes));
			}),
		);
	});

	test('a text in another alphabet is refused', () => {
		expect(decodeBase64Url('+/8=')).toBeUndefined();
		expect(decodeBase64Url('a')).toBeUndefined();
	});
});

describe('calendar days', () => {
	test.each([
		['Europe/Berlin', 'Europe/Berlin'],
		['+09:00', '+09:00'],
		['5.5', '+05:30'],
		['+5.75', '+05:45'],
		['-3', '-03:00'],
		['0', '+00:00'],
		['14', '+14:00'],
	])('the zone %s is understood as %s', (zone, expected) => {
		expect(normalizeZone(zone)).toBe(expected);
	});

	test.each(['15', '-12.5', 'Mars/Olympus', '', 'noon'])('the zone %j is refused', (zone) => {
		expect(normalizeZone(zone)).toBeUndefined();
	});

	test('a day has its own beginning in each zone, also on the day with 23 hours', () => {
		const beforeMidnightUtc = Date.UTC(2026, 2, 28, 23, 30);
		expect(calendarDay(beforeMidnightUtc, '+00:00')).toBe('2026-03-28');
		expect(calendarDay(beforeMidnightUtc, 'Europe/Berlin')).toBe('2026-03-29');
		const nextMidnightBerlin = Date.UTC(2026, 2, 29, 22, 0);
		expect(calendarDay(nextMidnightBerlin - 1, 'Europe/Berlin')).toBe('2026-03-29');
		expect(calendarDay(nextMidnightBerlin, 'Europe/Berlin')).toBe('2026-03-30');
	});

	test('days between two days are whole and signed', () => {
		expect(calendarDaysBetween('2026-02-27', '2026-03-01')).toBe(2);
		expect(calendarDaysBetween('2026-03-01', '2025-03-01')).toBe(-365);
	});
});
