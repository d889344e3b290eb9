/** Configured stop strings end the reply here too. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutAt, guarded } from './guarded.ts';

const ended = (text: string) => ({ text, stop: 'stop' });

describe('stop strings', () => {
	test.each([
		['in the middle', ['END'], 'It rains. END and more', 'It rains. '],
		['as the last thing, as an API repeats it', ['END'], 'It rains.END', 'It rains.'],
		['as the first thing', ['It'], 'It rains.', ''],
		['over a line end', ['\n\nEND'], 'It rains.\n\nEND', 'It rains.'],
		['complete before another that began earlier', ['rains now', 'in'], 'It rains now.', 'It ra'],
		['the longest of those with one end', ['s now', 'rains now'], 'It rains now.', 'It '],
		['made of the same letter', ['aab'], 'aaab', 'a'],
		['in code', ['END'], '```\nEND\n```', '```\n'],
	])('%s', (...[, stopStrings, reply, text]) => {
		expect(guarded([reply], { stopStrings })).toMatchObject(ended(text));
		expect(guarded([...reply], { stopStrings })).toMatchObject(ended(text));
	});

	test('in a thought they are no stop, and half of one is text', () => {
		const result = guarded(['<think>END</think>It rains. EN'], { stopStrings: ['END'] });
		expect(result).toMatchObject({ text: 'It rains. EN', thoughts: 'END', stop: null });
	});

	test('a label before the stop string counts first, and one that ends at it counts too', () => {
		expect(guarded(['Hi.\nBo: END'], { stopStrings: ['END'] })).toMatchObject({ text: 'Hi.\n', stop: 'speaker-stop' });
		expect(guarded(['Hi.\nBoEND'], { stopStrings: ['END'] })).toMatchObject({ text: 'Hi.\n', stop: 'speaker-stop' });
	});

	test('the empty string stops nothing', () => {
		expect(guarded(['It rains.'], { stopStrings: [''] })).toMatchObject({ text: 'It rains.', stop: null });
	});
});

test('any cutting gives the same text, in which no stop string is left', () => {
	const letters = fc.stringMatching(/^[ab\n]{0,24}$/);
	const stops = fc.array(fc.stringMatching(/^[ab\n]{1,4}$/), { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(letters, stops, fc.array(fc.nat(), { maxLength: 8 }), (text, stopStrings, offsets) => {
			const whole = guarded([text], { stopStrings });
			expect(guarded(cutAt(text, offsets), { stopStrings })).toEqual(whole);
			for (const stop of stopStrings) expect(whole.text).not.toContain(stop);
		}),
		{ numRuns: 1_000 },
	);
});
