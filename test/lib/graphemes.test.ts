/** What a reader sees as one character stays one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphemeCount, graphemeCutAtOrBefore, graphemeStarts, graphemesOf, takeGraphemes } from '#lib/graphemes';

const clusters = ['👨‍👩‍👧‍👦', '🇩🇪', '1️⃣', '👍🏽', 'e\u0301', 'a', '語'];

test('families, flags, keycaps, skin tones and accents are one character each', () => {
	const text = clusters.join('');
	expect(graphemesOf(text)).toEqual(clusters);
	expect(graphemeCount(text)).toBe(clusters.length);
	expect(graphemeStarts(text)).toHaveLength(clusters.length);
	expect(takeGraphemes(text, 2)).toBe('👨‍👩‍👧‍👦🇩🇪');
	expect(takeGraphemes(text, 0)).toBe('');
	expect(takeGraphemes(text, 99)).toBe(text);
});

test('a cut inside a cluster moves to its beginning', () => {
	const text = `ab${clusters[0]}`;
	expect(graphemeCutAtOrBefore(text, 2)).toBe(2);
	for (let index = 2; index < text.length; index++) expect(graphemeCutAtOrBefore(text, index)).toBe(2);
	expect(graphemeCutAtOrBefore(text, text.length + 5)).toBe(text.length);
	expect(graphemeCutAtOrBefore(text, -1)).toBe(0);
});

test('a cut is always the beginning of a cluster or an end of the text', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, index) => {
			const places = [0, ...graphemeStarts(text), text.length].filter((place) => place <= index);
			expect(graphemeCutAtOrBefore(text, index)).toBe(Math.max(...places));
		}),
	);
});
