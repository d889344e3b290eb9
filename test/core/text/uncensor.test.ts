/** The transforms against word filters, there and back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { revertUncensor, uncensorInput } from '#core/text/uncensor';

const both = { unicodeSpace: true, sanitize: true };
const spaces = { unicodeSpace: true, sanitize: false };
const dots = { unicodeSpace: false, sanitize: true };
const anyText = fc
	.array(
		fc.constantFrom(
			'sex',
			'Killing',
			' ',
			'  ',
			'\n',
			'hi',
			'`kill me`',
			'```\nkill all\n```',
			'https://x.io/kill a',
			':kill:',
			'<kill it>',
			'🎈',
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(''));

describe('uncensor transforms', () => {
	test.each([
		[spaces, 'a b  c\nd', 'a\u2800b\u2800\u2800c\nd'],
		[
			dots,
			'sex SEX sexual killers sextant',
			'se\u00B7x SE\u00B7X se\u00B7xu\u00B7al ki\u00B7ll\u00B7er\u00B7s sextant',
		],
		[both, 'to kill', 'to\u2800ki\u00B7ll'],
		[{ unicodeSpace: false, sanitize: false }, 'to kill', 'to kill'],
	])('%j makes of %j its own form', (options, text, expected) => {
		expect(uncensorInput(text, options)).toBe(expected);
	});

	test.each(['`kill me now`', '```ts\nkill all of it\n```', 'https://kill.example/kill', '<a kill b>', ':kill:'])(
		'%j is protected',
		(text) => {
			expect(uncensorInput(text, both)).toBe(text);
		},
	);

	test('a word gets at least one dot and never one in every gap', () => {
		fc.assert(
			fc.property(fc.constantFrom('sex', 'cum', 'kill', 'murder', 'Suicides', 'torturing'), (word) => {
				const added = [...uncensorInput(word, dots)].filter((character) => character === '\u00B7').length;
				expect(added).toBeGreaterThanOrEqual(1);
				expect(added).toBeLessThan(word.length - 1);
			}),
		);
	});

	test('what was changed reads back as it was, in pieces too', () => {
		fc.assert(
			fc.property(anyText, fc.boolean(), fc.boolean(), (text, unicodeSpace, sanitize) => {
				const options = { unicodeSpace, sanitize };
				const changed = uncensorInput(text, options);
				expect(uncensorInput(text, options)).toBe(changed);
				expect(revertUncensor(changed, options)).toBe(text);
				const pieces = [...changed].map((piece) => revertUncensor(piece, options)).join('');
				expect(pieces).toBe(text);
			}),
		);
	});

	test('hostile text costs no more than its length', () => {
		const text = `${'`'.repeat(20_000)}${'<'.repeat(20_000)}${':a'.repeat(20_000)}${'kill'.repeat(10_000)}`;
		expect(revertUncensor(uncensorInput(text, both), both)).toBe(text);
	});
});
