/** Which letters of names stand in pictures. */
import { describe, expect, test } from 'vitest';
import { drawableText } from '#adapters/canvas/font-slices';

describe('drawableText', () => {
	test.each([
		['letters that are held', 'Zoë 小雨 린 नमस्ते', 'Zoë 小雨 린 नमस्ते'],
		['emoji and unseen signs go', ' Ann 🦊👨‍👩‍👧 ', 'Ann'],
		['a word of which some letters are held is none', 'مرحبا بالعالم', '…'],
		['a word of which no letter is held', 'Ann שלום Bo', 'Ann … Bo'],
		['letters in fancy dress', '𝓐𝓵𝓮𝔁', 'Alex'],
		['nothing but emoji', '🦊', '…'],
		['nothing', '  ', ''],
	])('%s', (_what, given, shown) => {
		expect(drawableText(given).text).toBe(shown);
	});
});
