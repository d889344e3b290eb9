/** Labels in the picture of talk. */
import { afterEach, expect, test, vi } from 'vitest';
import { drawTalk } from '#adapters/canvas/draw-talk';
import { Sheet } from '#adapters/canvas/sheet';
import { LOCALES } from '#domain/locale';

afterEach(() => {
	vi.restoreAllMocks();
});

/** Left and right ends of the days' labels, from left to right. */
function labelsOf(days: number, locale: string): readonly (readonly [number, number])[] {
	const last = Temporal.PlainDate.from('2026-12-01');
	const labels = Array.from({ length: days }, (_, index) =>
		last.subtract({ days: days - 1 - index }).toLocaleString(locale, { day: 'numeric', month: 'short' }),
	);
	const ends: (readonly [number, number])[] = [];
	const write = Sheet.prototype.text;
	vi.spyOn(Sheet.prototype, 'text').mockImplementation(function (this: Sheet, ...given) {
		const width = write.apply(this, given);
		const [said, at] = given;
		if (labels.includes(said)) ends.push([at.x - width / 2, at.x + width / 2]);
		return width;
	});
	const words = { title: 'T', subtitle: 'S', daysHeading: 'D', rowsHeading: 'R', totalHeading: 'Σ' };
	drawTalk({
		kind: 'talk',
		...words,
		personas: ['Tomori'],
		days: labels.map((label) => ({ label, counts: [1_000] })),
		rows: [],
		locale,
	});
	return ends;
}

test.each(LOCALES)('%s: labels of days neither touch nor leave the picture, however many days there are', (locale) => {
	for (const days of [1, 2, 7, 14, 20, 31, 45, 60, 75, 90]) {
		vi.restoreAllMocks();
		const ends = labelsOf(days, locale);
		expect(ends.length).toBeGreaterThan(0);
		expect(ends.at(-1)?.[1]).toBeLessThanOrEqual(732.001);
		for (const [index, [left]] of ends.entries()) {
			const before = ends[index - 1]?.[1] ?? 0;
			expect(left, `${days} days, label ${index}`).toBeGreaterThan(before + 10);
		}
	}
});
