/** Personalities in the fields of a form. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinPages, splitPages } from '#core/cards/personality-pages';

const limits = { charactersMax: 10, pagesMax: 3 };

describe('pages', () => {
	test('are cut at line breaks, else at spaces, else anywhere but inside a character', () => {
		expect(splitPages('one two\nthree four', limits)).toEqual(['one two', 'three four']);
		expect(splitPages('one two three four', limits)).toEqual(['one two', 'three four']);
		expect(splitPages('123456789😀1', limits)).toEqual(['123456789', '😀1']);
		expect(splitPages('', limits)).toEqual([]);
	});

	test('are none when the text does not fit', () => {
		expect(splitPages('x'.repeat(30), limits)).toHaveLength(3);
		expect(splitPages('x'.repeat(31), limits)).toBeNull();
	});

	test('hold the whole text, each within its length', () => {
		const text = fc
			.array(fc.constantFrom('a', 'bc', ' ', '\n', '😀', '灯'), { maxLength: 40 })
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(text, (written) => {
				const pages = splitPages(written, limits);
				if (pages === null) return;
				expect(pages.every((page) => page.length <= limits.charactersMax)).toBe(true);
				const letters = (of: string): string => of.replace(/\s/g, '');
				expect(letters(joinPages(pages))).toBe(letters(written));
			}),
		);
	});

	test('of lines that fit come back as they were', () => {
		const line = fc.stringMatching(/^[a-z]{1,10}$/);
		fc.assert(
			fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
				const text = lines.join('\n');
				expect(joinPages(splitPages(text, limits) ?? [])).toBe(text);
			}),
		);
	});
});
