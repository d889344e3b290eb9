import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallMarkup } from '#core/tools/call-markup';

function shown(pieces: readonly string[]): string {
	const markup = new CallMarkup();
	return pieces.map((piece) => markup.push(piece)).join('') + markup.end();
}

test.each([
	['words alone', 'a < b, [TOOL] and <tool>', 'a < b, [TOOL] and <tool>'],
	['a call', 'Let me look. <tool_call>\n{"name": "recall"}\n</tool_call> There.', 'Let me look.  There.'],
	['two calls', '<tool_call>{}</tool_call>\n<tool_call>{}</tool_call>', '\n'],
	['a call that is not closed', 'Well.<tool_call>{"name": "rec', 'Well.'],
	['calls of Mistral’s', 'Well. [TOOL_CALLS][{"name": "recall"}]', 'Well. '],
	[
		'marks that are only named',
		'Write `<tool_call>` or `[TOOL_CALLS]` and go on.',
		'Write `<tool_call>` or `[TOOL_CALLS]` and go on.',
	],
	['a call behind a named mark', '`<tool_call>` is it: <tool_call>{}</tool_call>!', '`<tool_call>` is it: !'],
	['a mark that only begins', 'less <tool_cal', 'less <tool_cal'],
	['what closes without having been opened', 'a </tool_call> b', 'a </tool_call> b'],
])('%s', (_name, reply, expected) => {
	expect(shown([reply])).toBe(expected);
});

test('every way of cutting a reply shows the same words', () => {
	const part = fc.constantFrom(
		'<tool_call>',
		'</tool_call>',
		'[TOOL_CALLS]',
		'<tool',
		'_call>',
		'<',
		'[T',
		'`',
		'a',
		'{"b": 1}',
	);
	fc.assert(
		fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
			const whole = parts.join('');
			expect(shown([...whole])).toBe(shown([whole]));
			expect(shown(parts)).toBe(shown([whole]));
		}),
	);
});
