/** Day separators, right across changes of the clock. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TalkFacts } from '#core/context/talk-facts';
import type { StructuredContextItem } from '#domain/context-item';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import { metadataTool } from '#domain/tool-call';
import { calendarDay, calendarDaySpan, normalizeZone } from '#lib/calendar-day';
import { itemsOf, line } from './dialogue-case.ts';

const hourMs = 3_600_000;

function at(id: string, time: string | number | null): SimplifiedMessageForContext {
	const createdAtMs = typeof time === 'string' ? Temporal.Instant.from(time).epochMilliseconds : time;
	return line(id, 'Bo', { createdAtMs });
}

function spacersOf(
	history: readonly SimplifiedMessageForContext[],
	zone = 'UTC',
	change: Partial<TalkFacts> & { readonly now?: string } = {},
): readonly StructuredContextItem[] {
	const { now = '2026-07-20T12:00Z', ...talk } = change;
	const dates = { zone, nowMs: Temporal.Instant.from(now).epochMilliseconds };
	return itemsOf(history, { dates, ...talk }).filter(({ identity }) => identity.startsWith('date_spacer_'));
}

const identitiesOf = (items: readonly StructuredContextItem[]): readonly string[] =>
	items.map(({ identity }) => identity);

describe('date spacers', () => {
	const evening = at('1', '2026-07-12T23:00Z');
	const morning = at('2', '2026-07-13T06:00Z');

	test('one stands where the server’s day changes, and tells the day of the messages above', () => {
		expect(spacersOf([evening, morning])).toEqual([
			{
				role: 'user',
				tag: 'DIALOGUE_HISTORY',
				text: '[System: The messages above were sent on July 12, 2026 (8 days ago, server time).]',
				identity: 'date_spacer_2',
			},
		]);
		expect(spacersOf([evening, morning], 'Asia/Tokyo')).toEqual([]);
	});

	test.each([
		['2026-07-12T23:30Z', 'today'],
		['2026-07-13T10:00Z', 'yesterday'],
		['2026-07-14T10:00Z', '2 days ago'],
		['2026-07-11T10:00Z', 'tomorrow'],
		['2026-07-10T10:00Z', '2 days from now'],
	])('seen at %s the day is %s', (now, words) => {
		expect(spacersOf([evening, morning], 'UTC', { now })[0]?.text).toContain(`July 12, 2026 (${words}, server time)`);
	});

	test('a message without a time neither makes nor moves a boundary', () => {
		const timeless = at('9', null);
		expect(identitiesOf(spacersOf([evening, timeless, timeless]))).toEqual([]);
		expect(identitiesOf(spacersOf([timeless, evening, timeless, morning]))).toEqual(['date_spacer_2']);
	});

	test('a merged entry begins on the day of its first message and ends on that of its last', () => {
		const parts = ['2026-07-12T20:00Z', '2026-07-14T20:00Z'].map((time, place) => ({
			id: `${place}`,
			content: 'x',
			createdAtMs: Temporal.Instant.from(time).epochMilliseconds,
		}));
		const merged = { ...at('5', '2026-07-12T20:00Z'), combined: parts };
		expect(identitiesOf(spacersOf([evening, merged, at('6', '2026-07-14T21:00Z')]))).toEqual([]);
		expect(identitiesOf(spacersOf([evening, merged, at('6', '2026-07-15T21:00Z')]))).toEqual(['date_spacer_6']);
	});

	test('the tool for exact times is named only where it exists', () => {
		const tool = { name: metadataTool, description: 'd', parameters: {} };
		const other = { ...tool, name: 'other' };
		expect(spacersOf([evening, morning], 'UTC', { tools: [other] })[0]?.text).not.toContain('call');
		expect(spacersOf([evening, morning], 'UTC', { tools: [other, tool] })[0]?.text).toMatch(
			/For exact times, call reveal_message_metadata\.\]$/,
		);
	});

	test('there is none where time awareness is off', () => {
		expect(spacersOf([evening, morning], 'UTC', { dates: null })).toEqual([]);
	});
});

describe('days of every length', () => {
	test.each([
		// Clocks go forward in Berlin on 29 March 2026 and back on 25 October 2026.
		['Europe/Berlin', '2026-03-28T23:00Z', 23],
		['Europe/Berlin', '2026-10-24T22:00Z', 25],
		['America/New_York', '2026-03-08T05:00Z', 23],
		['America/New_York', '2026-11-01T04:00Z', 25],
		['Australia/Lord_Howe', '2026-04-04T13:00Z', 24.5],
		['America/Havana', '2026-03-08T05:00Z', 23],
		['+09:00', '2026-03-28T15:00Z', 24],
		['-03:30', '2026-10-25T03:30Z', 24],
		['5.75', '2026-10-24T18:15Z', 24],
	])('in %s the day from %s has %d hours, and only its ends part messages', (given, start, hours) => {
		const zone = normalizeZone(given) as string;
		const startMs = Temporal.Instant.from(start).epochMilliseconds;
		const endMs = startMs + hours * hourMs;
		expect(calendarDaySpan(startMs, zone)).toMatchObject({ startMs, endMs });
		const shown = spacersOf([at('1', startMs - 1), at('2', startMs), at('3', endMs - 1), at('4', endMs)], zone);
		expect(identitiesOf(shown)).toEqual(['date_spacer_2', 'date_spacer_4']);
	});

	const zones = fc.constantFrom(
		'Europe/Berlin',
		'America/New_York',
		'Asia/Kolkata',
		'Pacific/Chatham',
		'-03:30',
		'+14:00',
	);
	const times = fc.integer({ min: Date.UTC(2016, 0, 1), max: Date.UTC(2035, 0, 1) });

	test('a span holds exactly the instants of its day', () => {
		fc.assert(
			fc.property(times, zones, (epochMs, zone) => {
				const { day, startMs, endMs } = calendarDaySpan(epochMs, zone);
				expect(startMs <= epochMs && epochMs < endMs).toBe(true);
				expect([startMs, endMs - 1].map((edge) => calendarDay(edge, zone))).toEqual([day, day]);
				expect([startMs - 1, endMs].map((edge) => calendarDay(edge, zone))).not.toContain(day);
			}),
		);
	});

	test('in any order of times, separators stand exactly where the day changes', () => {
		fc.assert(
			fc.property(fc.array(fc.option(times), { maxLength: 12 }), zones, (moments, zone) => {
				const history = moments.map((time, place) => at(`${place}`, time));
				const timed = history.filter(({ createdAtMs }) => createdAtMs !== null);
				const days = timed.map(({ createdAtMs }) => calendarDay(createdAtMs as number, zone));
				const expected = timed.flatMap(({ id }, place) =>
					place > 0 && days[place] !== days[place - 1] ? [`date_spacer_${id}`] : [],
				);
				expect(identitiesOf(spacersOf(history, zone))).toEqual(expected);
			}),
		);
	});
});
