/** Calls in the words of a reply: taken out, never shown, and the same however the text is cut. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
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
		'One writes `` `recall({})` `` for it, and `` x `recall({})` ``.',
		'````md\n```\n`recall({})`\n```\n```tool\nrecall({})\n```\n````\n',
		'Bo wrote:\n> `recall({})`\n> and `recall({})`\n',
		'> ```tool\n> recall({})\n> ```',
		'>>> so\n`recall({})`',
		'a lone ` and `` and ```',
		'`rec',
	])('is none: %j', (written) => {
		expect(read([written])).toEqual({ text: written, calls: [] });
	});

	test.each([
		['behind two marks that nothing closes', 'a `` b\n`recall({})`', 'a `` b\n'],
		['behind a block', '````\n```\n````\n`recall({})`', '````\n```\n````\n'],
		['behind a face', '>:( `recall({})`', '>:( '],
		['behind a quote', '> so\n`recall({})`', '> so\n'],
	])('%s', (_name, written, text) => {
		expect(read([written])).toEqual({ text, calls: [['recall', '{}']] });
	});

	test('that holds many ends is looked at once for each of them', () => {
		const parse = vi.spyOn(JSON, 'parse');
		const ends = 600;
		const machine = new VerbatimCalls(NAMES, 'call_1');
		try {
			for (const unit of `\`recall({"words":"${')`'.repeat(ends)}`) machine.push(unit);
			expect(parse.mock.calls.length).toBeLessThan(2 * ends);
			expect(parse.mock.calls.length).toBeGreaterThan(0);
		} finally {
			parse.mockRestore();
		}
	});

	test('marks without end are not kept', () => {
		const machine = new VerbatimCalls(NAMES, 'call_1');
		const marks = '`'.repeat(5_000);
		const shown = [...marks].flatMap((mark) => machine.push(mark));
		expect(shown.length).toBeGreaterThan(1);
		expect([...shown, ...machine.end()].map((event) => (event.kind === 'text' ? event.text : '')).join('')).toBe(marks);
	});

	test('is the same however the text is cut', () => {
		const word = fc.constantFrom(
			'`',
			'``',
			'```',
			'````',
			'> ',
			'>>',
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
