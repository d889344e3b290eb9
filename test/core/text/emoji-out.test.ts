import { describe, expect, test } from 'vitest';
import { placeEmoji } from '#core/text/emoji-out';

const emojis = new Map([
	['wave', '<:wave:111>'],
	['Dance', '<a:Dance:222>'],
]);

describe('emoji that a model writes by name', () => {
	test.each([
		['known ones become the emoji of the server', 'Hi :wave: there :dance:!', 'Hi <:wave:111> there <a:Dance:222>!'],
		['unknown ones are removed with their space', 'Hi :nope: there :nope:', 'Hi there'],
		['code stays', '`:wave:` and ```\n:wave:\n```', '`:wave:` and ```\n:wave:\n```'],
		[
			'times, paths and tokens are none',
			'10:30:15 std::wave::x <:wave:111> <a:Dance:222>',
			'10:30:15 std::wave::x <:wave:111> <a:Dance:222>',
		],
		['addresses stay', 'https://example.com/:wave:/x', 'https://example.com/:wave:/x'],
	])('%s', (_name, text, expected) => {
		expect(placeEmoji(text, { emojis, keepsUnknown: false })).toBe(expected);
	});

	test('unknown ones stay where the operator wants that', () => {
		expect(placeEmoji('Hi :nope:', { emojis, keepsUnknown: true })).toBe('Hi :nope:');
	});
});
