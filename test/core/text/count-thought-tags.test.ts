/** Counting the tags that enclose thoughts. */
import { expect, test } from 'vitest';
import { countThoughtTags } from '#core/text/count-thought-tags';

test.each([
	['<think>a</think>', 2],
	['a <THINKING > b', 1],
	['<ns:details>', 1],
	['< think> <thinker> <think <b> `x`', 0],
	['', 0],
])('%s', (text, count) => {
	expect(countThoughtTags(text)).toBe(count);
});

test('cost grows with the length of the text: hostile repetitions of a million characters end', () => {
	for (const part of ['<', '<think', '<a', '<think ', `<${'a'.repeat(1_000)}`]) {
		expect(countThoughtTags(part.repeat(1_000_000 / part.length))).toBe(0);
	}
	expect(countThoughtTags(`<think${' '.repeat(1_000_000)}`)).toBe(0);
});
