/** Somebody else's label ends the reply; names that are no labels do not. */
import { describe, expect, test } from 'vitest';
import { Guard } from '#core/reply/guard/guard';
import { guarded, NAMES, OPTIONS } from './guarded.ts';

const cut = (text: string) => ({ text, stop: 'speaker-stop' });

describe('labels', () => {
	test.each([
		['S078 with a colon', 'Fine.\nEllen: hi', 'Fine.\n'],
		['S078 in bold', 'Fine.\n**Ellen:** hi', 'Fine.\n'],
		['S078 in bold with the colon outside', 'Fine.\n**Ellen**: hi', 'Fine.\n'],
		['S078 in italics, underlined, struck through or hidden', 'Fine.\n***__~~||Ellen||~~__***: hi', 'Fine.\n'],
		['S078 in brackets', 'Fine.\n[Ellen]: hi', 'Fine.\n'],
		['S078 in angle brackets', 'Fine.\n<Ellen>: hi', 'Fine.\n'],
		['S078 in Japanese brackets', 'Fine.\n【山田】：はい', 'Fine.\n'],
		['S078 with a full-width colon', 'Fine.\nEllen：hi', 'Fine.\n'],
		['S078 with a space before the colon', 'Fine.\nEllen : hi', 'Fine.\n'],
		['S078 without a colon, alone on its line', 'Fine.\nEllen\nI am well.', 'Fine.\n'],
		['S078 alone, in bold, with white space', 'Fine.\n  **Ellen** \r\nI am well.', 'Fine.\n'],
		['alone on the last line', 'Fine.\nEllen', 'Fine.\n'],
		['with the colon as the last character', 'Fine.\nEllen :', 'Fine.\n'],
		['indented', 'Fine.\n\u3000\tEllen: hi', 'Fine.\n'],
		['in another case', 'Fine.\nELLEN: hi', 'Fine.\n'],
		['of two words', 'Fine.\nMary Jane: hi', 'Fine.\n'],
		['with an accent that is a character of its own', 'Fine.\nZoe\u0308: hi', 'Fine.\n'],
		['written as the macro of a card', 'Fine.\n{{user}}: hi', 'Fine.\n'],
		['behind a line end of Windows', 'Fine.\r\nBo: hi', 'Fine.\r\n'],
	])('S078 a label %s ends the reply', (_name, reply, text) => {
		expect(guarded([reply])).toMatchObject(cut(text));
		expect(guarded([...reply])).toMatchObject(cut(text));
	});

	test('S078 a label at the very start of the reply leaves nothing', () => {
		for (const reply of ['Ellen: hi', ' Ellen: hi', '**Bo**\nhi', 'Bo', '<think>hm</think>\nBo: hi']) {
			expect(guarded([reply])).toMatchObject(cut(''));
		}
	});

	test('S078 a label behind the own one is at the very start too', () => {
		expect(guarded(['**Tomori:** Ellen: hi']).stop).toBe('speaker-stop');
		expect(guarded(['Tomori:\nEllen: hi']).stop).toBe('speaker-stop');
		expect(guarded(['Well, Tomori: Ellen: hi']).stop).toBeNull();
	});

	test('S078 a label in two chunks is found wherever it was cut', () => {
		const reply = 'Fine.\n**Mary Jane**： hi';
		for (let at = 0; at <= reply.length; at += 1) {
			expect(guarded([reply.slice(0, at), reply.slice(at)])).toMatchObject(cut('Fine.\n'));
		}
	});

	test('nothing follows a stop, whatever is pushed', () => {
		expect(guarded(['Fine.\nBo: hi', ' there', '\n***\n', 'more']).events).toEqual([
			'text-delta: Fine.\n',
			'stop: speaker-stop',
		]);
	});
});

describe('no labels', () => {
	test.each([
		['a name with words behind it', 'Bo laughed.\nEllen, look: a bird!'],
		['a name inside a line', 'I told Ellen: no.\nThen Bo: maybe.'.replace('\nThen', ' Then')],
		['a name that only begins like a known one', 'Bob: hi\nEllen Smith: hi'],
		['a name with punctuation', 'Who?\nEllen.\nBo!'],
		['a name alone in another case', 'who?\nellen\nwell'],
		['a heading', '# Ellen\n## Bo: facts\n-# Ellen: small'],
		['a list', '- Ellen: cake\n* Bo: wine\n1. Ellen: salt'],
		['a quotation', '> Ellen: hi\n"Bo: hi", she wrote.'],
		['a table', '| Ellen |\n| Bo | 5 |\n| Ellen: | x |'],
		['an emoticon behind a name', 'Ellen :)\nBo :3 hi'],
		['inline code', '`Ellen: hi`\n``Bo``'],
		['fenced code', '```yaml\nEllen: 1\nBo\n---\n***\n```\nDone.'],
		['fenced code that is never closed', '~~~\nBo: hi'],
		['the own label', 'Tomori: hi\nTomo: and\nTomori\nwell'],
		['the own label in the look of somebody', 'Fine.\nTomori (Ellen): hi\n**Tomori (Bo)**： and'],
	])('S078 %s is left alone', (_name, reply) => {
		expect(guarded([reply])).toMatchObject({ text: reply, stop: null });
		expect(guarded([...reply])).toMatchObject({ text: reply, stop: null });
	});

	test('a line behind closed code is looked at again', () => {
		expect(guarded(['```\nBo: 1\n```\nBo: hi'])).toMatchObject(cut('```\nBo: 1\n```\n'));
	});

	test('a name that is the own one too is never foreign', () => {
		const names = { own: ['Tomori', 'bo'], foreign: NAMES };
		expect(guarded(['Fine.\nBo: hi'], { names })).toMatchObject({ text: 'Fine.\nBo: hi', stop: null });
	});

	test('a name behind a prefill in the same line is inside a line', () => {
		expect(guarded([' Ellen: hi'], { prefill: 'I told' })).toMatchObject({ text: ' Ellen: hi', stop: null });
		expect(guarded(['Ellen: hi'], { prefill: 'I told her.\n' })).toMatchObject(cut(''));
	});
});

describe('holding', () => {
	test('the beginning of a line is held only while it may become a label', () => {
		const steps: [string, string][] = [
			['Fine.\n', 'Fine.\n'],
			['**El', ''],
			['len', ''],
			['**', ''],
			[' ', ''],
			['laughs', '**Ellen** laughs'],
			[' out', ' out'],
			['\nMary ', '\n'],
			['Poppins', 'Mary Poppins'],
		];
		const shown = steps.map((_step, index) => {
			const { events } = guardedSteps(steps.slice(0, index + 1).map(([piece]) => piece));
			return events;
		});
		expect(shown).toEqual(
			steps.map((_step, index) =>
				steps
					.slice(0, index + 1)
					.map(([, text]) => text)
					.join(''),
			),
		);
	});

	test('other ends flush what was held', () => {
		for (const reply of ['Fine.\nEll', 'Fine.\n**Mary', 'Fine.\nBo *', 'Fine.\n[']) {
			const isName = reply.endsWith('Bo *');
			expect(guarded([reply])).toMatchObject(isName ? cut('Fine.\n') : { text: reply, stop: null });
		}
	});
});

/** What was shown before the end. */
function guardedSteps(pieces: readonly string[]): { readonly events: string } {
	const guard = new Guard(OPTIONS);
	const events = pieces.flatMap((piece) => [...guard.push(piece)]);
	return { events: events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('') };
}
