/** The transforms against word filters, there and back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uncensorInput } from '#core/text/uncensor';
import { UncensorReader } from '#core/text/uncensor-reader';
import type { UncensorOptions } from '#domain/uncensor-options';

/** What people read of a reply that comes in these pieces. */
function readBack(pieces: readonly string[], options: UncensorOptions): string {
	const reader = new UncensorReader(options);
	return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()].join('');
}

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
				expect(readBack([changed], options)).toBe(text);
				expect(readBack(changed.split(''), options)).toBe(text);
			}),
		);
	});

	test('hostile text costs no more than its length', () => {
		const text = `${'`'.repeat(20_000)}${'<'.repeat(20_000)}${':a'.repeat(20_000)}${'kill'.repeat(10_000)}`;
		expect(readBack([uncensorInput(text, both)], both)).toBe(text);
		expect(readBack(text.repeat(4).split(''), both)).toBe(text.repeat(4));
	});

	test.each([
		'una col\u00B7lecció il\u00B7lustrada',
		'列奥纳多\u00B7达\u00B7芬奇 and 约翰\u00B7肯尼\u00B7迪',
		'2 \u00B7 3 = 6, and 4\u00B75 = 20',
		'\u00B7 sex\n\u00B7 blood',
		'a drawing:\n\u2800\u2800\u28FF\u28E4\u2800\n\u28E4\u2800\u2800\u28FF\nand words',
	])('%j keeps the dots and cells that it has of its own', (text) => {
		expect(readBack([text], both)).toBe(text);
		expect(readBack(text.split(''), both)).toBe(text);
	});

	test.each([
		['se\u00B7x\u2800and\u2800b\u00B7lood', 'sex and blood'],
		['a\u00B7se\u00B7x\u00B7file', 'a\u00B7sex\u00B7file'],
		['de\u00B7st\u00B7ro\u00B7y it', 'destroy it'],
	])('%j is read as %j, however it is cut', (text, expected) => {
		fc.assert(
			fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
				const places = [0, ...cuts.toSorted((left, right) => left - right), text.length];
				const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
				expect(readBack(pieces, both)).toBe(expected);
			}),
		);
	});

	test('any text gives the same in pieces of any size', () => {
		const signs = fc.constantFrom(
			's',
			'e',
			'x',
			'\u00B7',
			'\u2800',
			'\u28FF',
			' ',
			'7',
			'\n',
			'\u{1D400}',
			'名',
			'\u0301',
		);
		fc.assert(
			fc.property(fc.array(signs), fc.boolean(), fc.boolean(), (parts, unicodeSpace, sanitize) => {
				const options = { unicodeSpace, sanitize };
				const text = parts.join('');
				const whole = readBack([text], options);
				expect(readBack(parts, options)).toBe(whole);
				expect(readBack(text.split(''), options)).toBe(whole);
			}),
		);
	});
});
