/** When a person who comes back is greeted, by their own calendar. */
import { describe, expect, test } from 'vitest';
import { type ReunionReading, reunionNoteText } from '#core/presence/reunion-note';
import { dateInWords } from '#core/text/clock-words';

const at = (text: string): number => Date.parse(text);
const reading: ReunionReading = {
	lastActivityAtMs: at('2026-07-12T20:00:00Z'),
	seenToday: false,
	nowMs: at('2026-07-20T08:00:00Z'),
	zone: 'UTC',
	reunionDays: 7,
	personName: 'Ellen',
	personaName: 'Tomori',
};
const noteAfter = (change: Partial<ReunionReading>): string | null => reunionNoteText({ ...reading, ...change });

describe('reunionNoteText', () => {
	test('names both, the day of the last talk and how long ago it was', () => {
		const note = noteAfter({});
		expect(note).toContain('the last time Ellen and Tomori talked was July 12, 2026, 8 days ago');
		expect(note).not.toMatch(/[[\]\n]/);
	});

	test('nobody is greeted who was seen today, was never met, or was away for too short a time', () => {
		expect(noteAfter({ seenToday: true })).toBeNull();
		expect(noteAfter({ lastActivityAtMs: null })).toBeNull();
		expect(noteAfter({ nowMs: at('2026-07-18T23:59:59Z') })).toBeNull();
		expect(noteAfter({ nowMs: at('2026-07-19T00:00:00Z') })).not.toBeNull();
	});

	test('with 0 days every new day is a reunion, and the same day never is', () => {
		expect(noteAfter({ reunionDays: 0, nowMs: at('2026-07-13T00:00:00Z') })).toContain('July 12, 2026, yesterday');
		expect(noteAfter({ reunionDays: 0, nowMs: at('2026-07-12T23:59:59Z') })).toBeNull();
	});

	test.each([
		['Asia/Tokyo', '2026-07-12T16:00:00Z', '2026-07-19T14:59:59Z', null],
		['Asia/Tokyo', '2026-07-12T16:00:00Z', '2026-07-19T15:00:00Z', 'July 13, 2026, 7 days ago'],
		['-12:00', '2026-07-12T11:00:00Z', '2026-07-18T12:00:00Z', 'July 11, 2026, 7 days ago'],
		['+05:45', '2026-07-12T18:14:59Z', '2026-07-19T18:14:59Z', 'July 12, 2026, 7 days ago'],
		['+05:45', '2026-07-12T18:15:00Z', '2026-07-19T18:14:59Z', null],
	])('days are those of %s', (...[zone, last, now, expected]) => {
		const note = noteAfter({ zone, lastActivityAtMs: at(last), nowMs: at(now) });
		if (expected === null) expect(note).toBeNull();
		else expect(note).toContain(expected);
	});

	test.each([
		// 2026-03-29 has 23 hours in Berlin and 2026-10-25 has 25; midnight there is another hour of UTC before and after.
		['2026-03-22T23:30:00Z', '2026-03-29T21:59:59Z', null],
		['2026-03-22T23:30:00Z', '2026-03-29T22:00:00Z', 'March 23, 2026, 7 days ago'],
		['2026-10-18T22:30:00Z', '2026-10-25T22:59:59Z', null],
		['2026-10-18T22:30:00Z', '2026-10-25T23:00:00Z', 'October 19, 2026, 7 days ago'],
	])('summer time moves midnight: %s to %s', (last, now, expected) => {
		const note = noteAfter({ zone: 'Europe/Berlin', lastActivityAtMs: at(last), nowMs: at(now) });
		if (expected === null) expect(note).toBeNull();
		else expect(note).toContain(expected);
	});

	test('dates read as people write them', () => {
		expect(dateInWords('2026-01-01')).toBe('January 1, 2026');
		expect(dateInWords('2024-02-29')).toBe('February 29, 2024');
	});
});
