/** Cutting streamed text into the messages a persona sends. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SegmentStream } from '#core/reply/segment-stream';
import { splitReply } from '#core/reply/split-reply';
import type { HumanizerDegree } from '#domain/settings';

function segmentsOf(pieces: readonly string[], degree: HumanizerDegree): string[] {
	const stream = new SegmentStream(degree);
	return [...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()];
}

function sentencesOf(text: string): string[] {
	return segmentsOf([text], 3);
}

const withoutSpace = (text: string): string => text.replace(/\s/g, '');
const sentence = 'The keeper counted the ships once again. ';

describe('degrees', () => {
	const reply = 'Hello there. How are you?\nStill me.\n\nSecond part! Really.';

	test('degree 0 gives the whole reply at its end', () => {
		const stream = new SegmentStream(0);
		expect(stream.push(`${reply}\n\n${sentence.repeat(100)}`)).toEqual([]);
		expect(stream.end()).toEqual([`${reply}\n\n${sentence.repeat(100).trim()}`]);
	});

	test('degrees 1 and 2 give a segment for each paragraph', () => {
		for (const degree of [1, 2] as const) {
			expect(segmentsOf([reply], degree)).toEqual(['Hello there. How are you?\nStill me.', 'Second part! Really.']);
		}
	});

	test('degree 3 gives a segment for each sentence and line', () => {
		expect(sentencesOf(reply)).toEqual(['Hello there.', 'How are you?', 'Still me.', 'Second part!', 'Really.']);
	});

	test('degree 2 cuts a paragraph over 400 characters at sentence ends, degree 1 does not', () => {
		const paragraph = sentence.repeat(15).trim();
		const segments = segmentsOf([paragraph], 2);
		expect(segments).toEqual([sentence.repeat(9).trim(), sentence.repeat(6).trim()]);
		expect(segmentsOf([paragraph], 1)).toEqual([paragraph]);
	});

	test('degree 2 leaves a paragraph of exactly 400 characters whole', () => {
		const paragraph = `${sentence.repeat(8)}${'x'.repeat(400 - 8 * sentence.length - 1)}.`;
		expect(paragraph).toHaveLength(400);
		expect(segmentsOf([`${paragraph}\n\nNext.`], 2)).toEqual([paragraph, 'Next.']);
		expect(segmentsOf([`${paragraph.slice(0, -1)}y.\n\nNext.`], 2)).toHaveLength(3);
	});

	test('a segment is given as soon as the first word behind it begins', () => {
		const stream = new SegmentStream(3);
		expect(stream.push('One. ')).toEqual([]);
		expect(stream.push('T')).toEqual(['One.']);
	});
});

describe('sentences', () => {
	test.each([
		['Dr. Who met J. R. Smith, e.g. here. Then left.', ['Dr. Who met J. R. Smith, e.g. here.', 'Then left.']],
		['It costs 3.50 at v1.2. Fine.', ['It costs 3.50 at v1.2.', 'Fine.']],
		['Well... maybe not. Well... No.', ['Well... maybe not.', 'Well...', 'No.']],
		['no capitals here. none at all. ok', ['no capitals here.', 'none at all.', 'ok']],
		['See https://a.org/x?y=1!z. Good.', ['See https://a.org/x?y=1!z.', 'Good.']],
		['今日は。元気？はい！', ['今日は。', '元気？', 'はい！']],
		['「行くよ。待って。」と言った。はい。', ['「行くよ。待って。」と言った。', 'はい。']],
		['Hi!😀 Bye.', ['Hi!😀', 'Bye.']],
		['"Stop! Now!" he said. "Fine."', ['"Stop! Now!" he said.', '"Fine."']],
		['1. bread. White one.\n2. milk', ['1. bread.', 'White one.', '2. milk']],
		['So do I. You too.', ['So do I.', 'You too.']],
	])('%s', (text, expected) => {
		expect(sentencesOf(text)).toEqual(expected);
	});

	test('punctuation alone is joined to a neighbour', () => {
		expect(sentencesOf('Wow. !! ... Yes.')).toEqual(['Wow. !! ...', 'Yes.']);
		expect(sentencesOf('... Yes. No. ...')).toEqual(['... Yes.', 'No. ...']);
		expect(segmentsOf(['One.\n\n---\n\nTwo.'], 1)).toEqual(['One.\n\n---', 'Two.']);
		expect(segmentsOf(['...'], 3)).toEqual(['...']);
	});

	test('a text that shows nothing gives nothing', () => {
		for (const degree of [0, 1, 2, 3] as const) expect(segmentsOf([' \n\n\u200B\n '], degree)).toEqual([]);
	});
});

describe('what is held together', () => {
	test.each([
		'(one. Two! Three?)',
		'（一。二。）',
		'*one. Two.*',
		'**one. Two.**',
		'~~one. Two.~~',
		'||one. Two.||',
		'|| one. Two. ||',
		'"One. Two"',
		'“One. Two.”',
		'„Eins. Zwei.“',
		'『一。二。』',
		'`one. Two.`',
		'[one. Two](https://example.org)',
		'@{Dr. Ada. Two}',
		'*one.\n\nTwo.*',
	])('%j', (piece) => {
		expect(sentencesOf(`Before. ${piece}. After.`).some((segment) => segment.includes(piece))).toBe(true);
	});

	test('an emoticon or an orphan closing bracket holds nothing', () => {
		expect(sentencesOf('Nice B) yes. (Or not.) Good :) Ok. Sad :( Yes. Done.')).toEqual([
			'Nice B) yes.',
			'(Or not.)',
			'Good :) Ok.',
			'Sad :( Yes.',
			'Done.',
		]);
	});

	test('underscores, bullets, products and inches hold nothing', () => {
		expect(sentencesOf('_one. Two._ Three. 5 * 3. So. 6" wide. Yes.')).toHaveLength(7);
		expect(sentencesOf('* one. \n* two. ')).toEqual(['* one.', '* two.']);
	});

	test('a table stays whole, and a line of spoilers is none', () => {
		const table = '| Name | Note |\n|---|:-:|\n| Ada | Yes. No. |\n| Bo | Ok. |';
		expect(sentencesOf(`Look. Here.\n${table}\n\nDone.`)).toEqual(['Look.', 'Here.', table, 'Done.']);
		expect(sentencesOf('||one|| and ||two||\n---\nThree. Four.')).toEqual([
			'||one|| and ||two||\n---',
			'Three.',
			'Four.',
		]);
	});

	test('a code block is a segment of its own', () => {
		const block = '```py\nprint("a. b")\n\n# (Open.\n```';
		for (const degree of [1, 2, 3] as const) {
			expect(segmentsOf([`Look:\n${block}\nDone.`], degree)).toEqual(['Look:', block, 'Done.']);
		}
	});

	test('S005 an inner shorter fence does not end the block', () => {
		const block = '````md\n```py\na. B.\n```\n\nText.\n````';
		expect(segmentsOf([`${block}\nDone.`], 3)).toEqual([block, 'Done.']);
	});
});

describe('limits', () => {
	test('prose that something open holds is given after 1,000 characters at most', () => {
		const text = `(${'word and word '.repeat(400)}`;
		const segments = segmentsOf([text], 3);
		expect(segments.every((segment) => segment.length <= 1_000)).toBe(true);
		expect(segments.length).toBeLessThan(13);
		expect(withoutSpace(segments.join(''))).toBe(withoutSpace(text));
	});

	test('a line without spaces is cut between visible characters', () => {
		const segments = segmentsOf(['👨‍👩‍👧‍👦'.repeat(300)], 1);
		expect(segments.every((segment) => segment.length <= 1_000 && segment.length % 11 === 0)).toBe(true);
	});

	test('a torn spoiler is closed and opened again', () => {
		const segments = segmentsOf([`||${'hidden thing '.repeat(150)}|| Seen.`], 1);
		expect(segments.length).toBeGreaterThan(1);
		for (const segment of segments) expect((segment.match(/\|\|/g) ?? []).length % 2).toBe(0);
	});

	test('S006 code is given after 15,000 characters at most, closed and opened again with its language', () => {
		const code = 'value = compute(value)\n'.repeat(1_500);
		const segments = segmentsOf([`\`\`\`py\n${code}`], 2);
		expect(segments).toHaveLength(3);
		for (const segment of segments) {
			expect(segment.length).toBeLessThanOrEqual(15_010);
			expect(segment.startsWith('```py\nvalue = compute(value)\n')).toBe(true);
			expect(segment.endsWith('value = compute(value)\n```')).toBe(true);
		}
		expect(segments.join('\n').match(/^value/gm)).toHaveLength(1_500);
	});

	test('S006 what is open at the end is closed: fences, emphasis, spoilers', () => {
		expect(segmentsOf(['Hi.\n```py\nprint(1'], 2)).toEqual(['Hi.', '```py\nprint(1\n```']);
		expect(segmentsOf(['```py'], 0)).toEqual(['```py\n```']);
		expect(segmentsOf(['```\ncode\n```'], 2)).toEqual(['```\ncode\n```']);
		expect(segmentsOf(['*She waves'], 2)).toEqual(['*She waves*']);
		expect(segmentsOf(['**bold and *both '], 2)).toEqual(['**bold and *both***']);
		expect(segmentsOf(['A **bold*'], 2)).toEqual(['A **bold**']);
		expect(segmentsOf(['It was ||the butl'], 2)).toEqual(['It was ||the butl||']);
		expect(segmentsOf(['a || b'], 2)).toEqual(['a || b']);
	});
});

describe('any text', () => {
	const piece = fc.constantFrom(
		'word ',
		'Word ',
		'x',
		'Done. ',
		'Wait... ',
		'\n',
		'\n\n',
		' ',
		'```',
		'```qq\n',
		'\n```\n',
		'~~~\n',
		'`',
		'*',
		'**',
		'~~',
		'||',
		'|',
		'|---|',
		'(',
		')',
		'（',
		'"',
		'「',
		'」。',
		'!',
		'?',
		'。',
		'https://e.org/a.b ',
		'<@123456789012345678>',
		'🌍',
		'👨‍👩‍👧‍👦',
		'- ',
		'---\n',
		'1. ',
		'@{',
		'}',
		'long '.repeat(90),
	);
	const anyText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
	const anyDegree = fc.constantFrom<HumanizerDegree>(0, 1, 2, 3);
	const letterList = (text: string): string[] => text.match(/[\p{L}\p{N}]/gu) ?? [];

	test('every cutting gives the same segments', () => {
		fc.assert(
			fc.property(anyText, anyDegree, fc.array(fc.nat(), { maxLength: 20 }), (text, degree, offsets) => {
				const places = [...new Set(offsets.map((offset) => offset % (text.length + 1)))].sort((a, b) => a - b);
				const pieces = [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
				const whole = segmentsOf([text], degree);
				expect(segmentsOf(pieces, degree)).toEqual(whole);
				expect(segmentsOf(text.split(''), degree)).toEqual(whole);
			}),
			{ numRuns: 200 },
		);
	});

	test('every letter comes out, in order, in segments that are visible and never too long', () => {
		fc.assert(
			fc.property(anyText, anyDegree, (text, degree) => {
				const segments = segmentsOf([text], degree);
				expect(letterList(segments.join('\n'))).toEqual(letterList(text));
				for (const segment of segments) {
					expect(segment).toBe(segment.trim());
					expect(segment).not.toBe('');
					expect(splitReply(segment).length).toBeGreaterThan(0);
				}
			}),
			{ numRuns: 200 },
		);
	});

	test('cost grows with the length of the text: hostile repetitions of 100,000 characters end', () => {
		for (const part of [
			'.',
			'*',
			'`',
			'(a',
			'"',
			'||a',
			'\n',
			' ',
			'~~~\n',
			'a. ',
			'🌍',
			'| a |\n',
			'```\na\n```\n',
			'x '.repeat(499).concat('y'),
		]) {
			for (const degree of [0, 3] as const) {
				const text = part.repeat(Math.ceil(100_000 / part.length));
				expect(segmentsOf(text.match(/.{1,7}/gs) ?? [], degree).length).toBeGreaterThanOrEqual(
					text.trim() === '' ? 0 : 1,
				);
			}
		}
	});
});
