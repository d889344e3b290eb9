/** What counts as a fragment when a reply breaks off. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Guard } from '#core/reply/guard/guard';
import { cutAt, OPTIONS } from './guarded.ts';

/** Whether a reply that ends here lacks something. */
function holdsFragment(pieces: readonly string[]): boolean {
	const guard = new Guard(OPTIONS);
	for (const piece of pieces) guard.push(piece);
	return guard.holdsFragment;
}

describe('a reply lacks something', () => {
	test.each([
		['in the middle of a sentence', 'It rains. She went'],
		['behind a comma or a colon', 'It rains,'],
		['inside emphasis', '*She goes home.'],
		['inside a quotation', '"It rains. We'],
		['inside brackets', '(It rains.'],
		['inside inline code', 'Call `run.'],
		['inside a code block', '```js\nrun();\n'],
		['in the last line of a code block', 'So:\n```js\nrun();\n``'],
		['in the middle of a line behind a whole one', 'It rains.\n\nWe stay'],
		['at what may become a label', 'It rains.\nEll'],
		['at what may become a separator', 'It rains.\n**'],
		['inside a thought', 'It rains. <think>and so'],
		['behind a thought with nothing after it', '<think>and so</think>\n'],
		['at half a tag', 'It rains. <thi'],
		['behind the own label', 'Tomori:'],
	])('%s', (_name, reply) => {
		expect(holdsFragment([reply])).toBe(true);
		expect(holdsFragment([...reply])).toBe(true);
	});
});

describe('a reply lacks nothing', () => {
	test.each([
		['before anything', ''],
		['behind white space', ' \n'],
		['behind a sentence', 'It rains. We stay!'],
		['behind a sentence and a space', 'It rains. '],
		['behind a Japanese sentence', '雨です。'],
		['behind an action', 'It rains. *waves*'],
		['behind a quotation', 'She said "it rains"'],
		['behind an emoji', 'It rains 🌧️'],
		['behind an emoji of Discord', 'It rains :rain: <:rain:123456789012345678>'],
		['behind a line', '- rain\n'],
		['behind a code block', '```js\na("\n\nb\n```'],
		['behind a code block and a line end', '```js\na("\n\nb\n```\n'],
		['behind open emphasis of an earlier paragraph', '*Oh\n\nIt rains.'],
	])('%s', (_name, reply) => {
		expect(holdsFragment([reply])).toBe(false);
		expect(holdsFragment([...reply])).toBe(false);
	});
});

test('any cutting gives the same answer', () => {
	const piece = fc.constantFrom('It rains', '. ', '\n', '\n\n', '*', '"', '(', '`', '```\n', 'El', '<', 'think>', '🌧️');
	const stream = fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join(''));
	fc.assert(
		fc.property(stream, fc.array(fc.nat(), { maxLength: 8 }), (text, offsets) => {
			expect(holdsFragment(cutAt(text, offsets))).toBe(holdsFragment([text]));
		}),
		{ numRuns: 500 },
	);
});
