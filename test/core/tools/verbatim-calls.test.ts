/** Calls in the words of a reply: taken out, never shown, and the same however the text is cut. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VerbatimCalls, type VerbatimEvent } from '#core/tools/verbatim-calls';

const NAMES = ['remember', 'recall'];

function read(pieces: readonly string[]) {
	const machine = new VerbatimCalls(NAMES, 'call_1');
	const events: readonly VerbatimEvent[] = [...pieces.flatMap((piece) => machine.push(piece)), ...machine.end()];
	const calls = events.flatMap((event) => (event.kind === 'call' ? [[event.call.name, event.call.argumentsText]] : []));
	return { text: events.map((event) => (event.kind === 'text' ? event.text : '')).join(''), calls };
}

describe('a call in plain text', () => {
	test.each([
		['a span', 'Hm. `recall({"words": "tea"})`', 'Hm. ', [['recall', '{"words": "tea"}']]],
		['marks inside of a string', '`recall({"words": "a)` b"})` x', ' x', [['recall', '{"words": "a)` b"}']]],
		['no arguments', '`recall()`', '', [['recall', '']]],
		['wrong arguments', '`recall({words: tea})`', '', [['recall', '{words: tea}']]],
		['a span that is cut off', 'So `recall({"words": "te', 'So ', [['recall', '{"words": "te']]],
		['a block', 'Yes.\n```tool\nremember({"text":"x"})\n```\n', 'Yes.\n\n', [['remember', '{"text":"x"}']]],
		['a block of an unknown tool', '```tool\nfly({})\n```', '', [['fly', '{}']]],
		['a block without a call', '```tool\nfly away\n```', '', [['', 'fly away']]],
		['a block that is cut off', 'Yes.\n```tool\nremember({"text":', 'Yes.\n', []],
	])('%s', (_name, written, ...[text, calls]) => {
		expect(read([written])).toEqual({ text, calls });
	});

	test.each([
		'code: `fly({})` and `recall` and `recall ()`',
		'```js\n`recall({})`\n```\nand on',
		'```tools\nrecall({})\n```',
		'``recall({})``',
		'a lone ` and `` and ```',
		'`rec',
	])('is none: %j', (written) => {
		expect(read([written])).toEqual({ text: written, calls: [] });
	});

	test('is the same however the text is cut', () => {
		const word = fc.constantFrom(
			'`',
			'```',
			'tool',
			'\n',
			'recall',
			'remember(',
			'({"words":"a"})',
			')`',
			'{"text":"`"}',
			' ',
			'é',
		);
		const cuts = fc.array(fc.nat(80), { maxLength: 8 });
		fc.assert(
			fc.property(fc.array(word, { maxLength: 14 }), cuts, (words, places) => {
				const text = words.join('');
				const at = [0, ...places.filter((place) => place < text.length).sort((a, b) => a - b), text.length];
				const pieces = at.slice(1).map((to, index) => text.slice(at[index], to));
				expect(read(pieces)).toEqual(read([text]));
			}),
			{ numRuns: 2_000 },
		);
	});
});
