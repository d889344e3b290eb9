/** Texts that end with a sentence. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholeSentences } from '#core/text/whole-sentences';

const whole = { charactersMax: 40, isBrokenOff: false };
const broken = { charactersMax: 40, isBrokenOff: true };

describe('whole sentences', () => {
	test.each([
		['They met. They had tea', whole, 'They met. They had tea'],
		['They met. They had tea', broken, 'They met. They had tea…'],
		['They met for tea and cake. They ha', broken, 'They met for tea and cake.'],
		['They met.” Then', broken, 'They met.”'],
		['They met. Then they had', broken, 'They met. Then they had…'],
		['二人は会った。お茶を飲ん', broken, '二人は会った。'],
		[
			'They had cake for an hour and a half. And then they left for the sea.',
			whole,
			'They had cake for an hour and a half.',
		],
		['a'.repeat(50), whole, `${'a'.repeat(39)}…`],
		['  spaced.  ', whole, 'spaced.'],
	])('%j', (text, options, expected) => {
		expect(wholeSentences(text, options)).toBe(expected);
	});

	test('is never longer than allowed, never half a character, and the beginning of the text', () => {
		const options = fc.record({ charactersMax: fc.integer({ min: 40, max: 60 }), isBrokenOff: fc.boolean() });
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), options, (text, given) => {
				const cut = wholeSentences(text, given);
				expect(cut.length).toBeLessThanOrEqual(given.charactersMax);
				expect(cut.isWellFormed()).toBe(true);
				expect(text.trim().startsWith(cut.replace(/…$/u, '').trimEnd())).toBe(true);
			}),
		);
	});
});
