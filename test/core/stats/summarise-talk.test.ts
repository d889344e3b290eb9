/** What becomes of counts before they are drawn. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstTalkDay, summariseTalk } from '#core/stats/summarise-talk';
import type { LineageId } from '#domain/ids';
import type { TalkCounts, TalkDay, TalkPair } from '#domain/talk';

const lineage = (id: number): LineageId => id as LineageId;
const span = { firstDay: '2026-02-27', today: '2026-03-02' };
const day = (when: string, lineageId: number, messages: number): TalkDay => {
	return { day: when, lineageId: lineage(lineageId), messages };
};
const pair = (name: string | null, lineageId: number, messages: number): TalkPair => {
	return { personId: name === null ? null : name.length, name, lineageId: lineage(lineageId), messages };
};
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

describe('a summary', () => {
	test('has every day, busy ones and silent ones, oldest first', () => {
		const { days, total } = summariseTalk({ days: [day('2026-03-01', 7, 3)], pairs: [] }, span);
		expect(days).toEqual([
			{ day: '2026-02-27', counts: [0] },
			{ day: '2026-02-28', counts: [0] },
			{ day: '2026-03-01', counts: [3] },
			{ day: '2026-03-02', counts: [0] },
		]);
		expect(total).toBe(3);
	});

	test('begins so many days ago that today is one of them', () => {
		expect(firstTalkDay('2026-03-02', 1)).toBe('2026-03-02');
		expect(firstTalkDay('2026-03-02', 4)).toBe('2026-02-27');
	});

	test('puts everyone with any privacy into one row without a name, below everybody else', () => {
		const pairs = [pair(null, 1, 9), pair(null, 2, 1), pair('Ellen', 1, 4)];
		const { rows, columns } = summariseTalk({ days: [day('2026-03-01', 1, 13), day('2026-03-01', 2, 1)], pairs }, span);
		expect(columns).toEqual([1, 2]);
		expect(rows).toEqual([
			{ person: { kind: 'named', name: 'Ellen' }, counts: [4, 0] },
			{ person: { kind: 'unnamed' }, counts: [9, 1] },
		]);
	});

	test('loses nobody of those it is given, however many there are', () => {
		const counts = fc.array(
			fc.record({
				personId: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
				lineageId: fc.integer({ min: 1, max: 12 }).map(lineage),
				messages: fc.integer({ min: 1, max: 1_000 }),
			}),
			{ maxLength: 80 },
		);
		fc.assert(
			fc.property(counts, (drawn) => {
				const pairs = drawn.map((one) => ({ ...one, name: one.personId === null ? null : `Person ${one.personId}` }));
				const days = drawn.map(({ lineageId, messages }) => ({ day: span.today, lineageId, messages }));
				const given: TalkCounts = { days, pairs };
				const summary = summariseTalk(given, span);
				expect(sum(summary.rows.map((row) => sum(row.counts)))).toBe(summary.total);
				expect(sum(summary.days.map((one) => sum(one.counts)))).toBe(summary.total);
				expect(summary.columns.length).toBeLessThanOrEqual(6);
				expect(summary.rows.length).toBeLessThanOrEqual(12);
				const kinds = summary.rows.map(({ person }) => person.kind);
				expect(kinds).toEqual([...kinds].sort());
			}),
		);
	});
});
