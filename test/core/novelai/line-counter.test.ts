/** Adding up lines: the same as counting the whole, in every vocabulary at hand. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineCounter } from '#core/novelai/prompt/line-counter';
import { tokenizerOf } from './conversation.ts';

const part = fc.oneof(
	fc.constantFrom(
		...[
			'\n',
			'\n\n',
			' \n',
			'\n ',
			'\n  Bo: ',
			'\t',
			'\r\n',
			'\u0085',
			'\u2028',
			'***',
			'----',
			'.',
			'."',
			'!!',
			'…',
			'。',
		],
		...[
			'<|user|>\n',
			'/nothink<|assistant|>\n<think></think>\n',
			'<|endoftext|>',
			'Bo: hi',
			'つぎ',
			'😀',
			"'s",
			'12345',
			'/',
			'<',
		],
	),
	fc.lorem({ maxCount: 4 }),
	fc.string({ unit: 'binary', maxLength: 8 }),
);
const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join('').toWellFormed());

describe.each(['nerdstash_v2', 'glm46', 'llama3'])('%s', async (family) => {
	const tokenizer = await tokenizerOf(family);
	const why = tokenizer === null ? ` (skipped: no ${family} vocabulary)` : '';

	test.skipIf(tokenizer === null)(`the sum of the lines is the count of the whole${why}`, () => {
		if (tokenizer === null) return;
		fc.assert(
			fc.property(text, (given) => {
				expect(new LineCounter(tokenizer.counter).count(given)).toBe(tokenizer.counter.count(given));
			}),
			{ numRuns: 2000 },
		);
	});
});

describe('a limit', () => {
	const perCharacter = { encode: () => [], count: (line: string) => line.length };

	test('ends the counting as soon as it is passed, from the end', () => {
		const counted: string[] = [];
		const counter = new LineCounter({ ...perCharacter, count: (line) => counted.push(line) && line.length });
		expect(counter.countUpTo('a\nb\nc\nd', 4)).toBeNull();
		expect(counted).toEqual(['d', 'c\n', 'b\n']);
		expect(counter.countUpTo('a\nb\nc\nd', 7)).toBe(7);
		expect(counted).toEqual(['d', 'c\n', 'b\n', 'a\n']);
	});

	test('nothing counts nothing', () => {
		expect(new LineCounter(perCharacter).countUpTo('', 0)).toBe(0);
	});
});
