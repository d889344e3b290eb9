/** Reasoning is told apart from visible text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ThinkSplit, type ThinkSplitOptions } from '#core/text/think-split';

/** Visible text and reasoning of a stream; neighbours of one kind are joined. */
function split(pieces: readonly string[], options?: ThinkSplitOptions): string[] {
	const machine = new ThinkSplit(options);
	const events = [...pieces.flatMap((piece) => machine.push(piece)), ...machine.end()];
	const joined: { type: string; text: string }[] = [];
	for (const { type, text } of events) {
		const last = joined.at(-1);
		if (last?.type === type) last.text += text;
		else joined.push({ type, text });
	}
	return joined.map(({ type, text }) => `${type === 'text-delta' ? 'text' : 'thinking'}: ${text}`);
}

const longText = 'These are clearly more than sixty-four characters of an ordinary visible reply. ';

describe('tags', () => {
	test.each([
		['<think>hm, a\nb</think>\nHello', ['thinking: hm, a\nb', 'text: Hello']],
		['<thinking>hm</thinking>Hello', ['thinking: hm', 'text: Hello']],
		['<THINK >hm</Think >Hello', ['thinking: hm', 'text: Hello']],
		['<glm:think>hm</glm:think>Hello', ['thinking: hm', 'text: Hello']],
		['<details>\nhm\n</details>Hello', ['thinking: \nhm\n', 'text: Hello']],
		['Hello <think>hm</think>there', ['text: Hello ', 'thinking: hm', 'text: there']],
		['A\n<think>x</think>\n\nB', ['text: A\n', 'thinking: x', 'text: \n\nB']],
		['<think>a <b> </i> <3 </think>Hi', ['thinking: a <b> </i> <3 ', 'text: Hi']],
		['<think></think>\n\n  Hi', ['text: Hi']],
		['<think>a</think><think>b</think>c', ['thinking: ab', 'text: c']],
	])('%j', (text, expected) => {
		expect(split([text])).toEqual(expected);
		expect(split([...text])).toEqual(expected);
	});

	test('reasoning that is never closed stays hidden', () => {
		expect(split(['<think>hm, ', 'and so'])).toEqual(['thinking: hm, and so']);
		expect(split(['Hello <think>hm'])).toEqual(['text: Hello ', 'thinking: hm']);
	});

	test('what only looks like a tag is text', () => {
		for (const text of [
			'a < b > c',
			'<thinker>x',
			'<:think:123456789012345678> ok',
			'<@123>',
			'x<',
			'</',
			'<th',
			'I <3 you',
			'<<b',
		]) {
			expect(split([text])).toEqual([`text: ${text}`]);
			expect(split([...text])).toEqual([`text: ${text}`]);
		}
	});

	test('no two halves left and right of a removed tag become a tag', () => {
		for (const text of ['<thi<think>hm</think>nk>Hello', 'A <<think>hm</think>think>Hello', '<th</think>ink>Hello']) {
			expect(split([text]).join('|')).not.toContain('<think>');
			expect(split([...text])).toEqual(split([text]));
		}
		expect(split(['a <<b <think>hm</think>!'])).toEqual(['text: a <<b ', 'thinking: hm', 'text: !']);
	});

	test('a tag that the end cuts before its bracket is dropped', () => {
		expect(split(['Hello <think'])).toEqual(['text: Hello ']);
		expect(split(['<think>hm</think'])).toEqual(['thinking: hm']);
		expect(split(['Hello <thin'])).toEqual(['text: Hello <thin']);
	});

	test('code that ends right before a closing tag does not keep the thought open', () => {
		expect(split(['<think>it is `x`</think>Hello'])).toEqual(['thinking: it is `x`', 'text: Hello']);
		expect(split(['<think>not `</think>` yet</think>Hello'])).toEqual(['thinking: not `</think>` yet', 'text: Hello']);
	});

	test('a tag named in inline code is text', () => {
		expect(split(['Write `<think>` first.'])).toEqual(['text: Write `<think>` first.']);
	});
});

describe('a closing tag without an opening one', () => {
	test('what came before it at the very beginning is reasoning', () => {
		expect(split(['mori</think>\nHello'])).toEqual(['thinking: mori', 'text: Hello']);
		expect(split(['</think>Hello'])).toEqual(['text: Hello']);
	});

	test('later the tag alone is dropped', () => {
		expect(split([`${longText}</think>More`])).toEqual([`text: ${longText}More`]);
		expect(split(['<think>x</think>Hello</think> you'])).toEqual(['thinking: x', 'text: Hello you']);
	});

	test('a stream whose prompt opened the reasoning begins with it', () => {
		expect(split([`${longText}</think>\nHello`], { startsThinking: true })).toEqual([
			`thinking: ${longText}`,
			'text: Hello',
		]);
	});
});

test('S016 white space alone gives no text', () => {
	expect(split([' \n ', '<think> </think>', '\n'])).toEqual(['thinking:  ']);
});

test('only the beginning is held back', () => {
	const machine = new ThinkSplit();
	expect(machine.push('Hello')).toEqual([]);
	expect(machine.push(longText)).toEqual([{ type: 'text-delta', text: `Hello${longText}` }]);
	expect(machine.push('More <')).toEqual([{ type: 'text-delta', text: 'More ' }]);
	expect(machine.push('3')).toEqual([{ type: 'text-delta', text: '<3' }]);
});

test('the options show the opening at once and keep the space before it', () => {
	const machine = new ThinkSplit({ showsOpeningAtOnce: true, keepsLeadingSpace: true });
	expect(machine.push(' Hi')).toEqual([{ type: 'text-delta', text: ' Hi' }]);
	expect(machine.push('</think>!')).toEqual([{ type: 'text-delta', text: '!' }]);
});

test('any cutting gives the same text and the same reasoning', () => {
	const piece = fc.constantFrom(
		'<think>',
		'</think>',
		'<thinking>',
		'</ns:think>',
		'<',
		'</',
		'think',
		'>',
		' ',
		'\n',
		'`',
		'Hi',
		'🌍',
		':',
		longText,
	);
	const stream = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
	fc.assert(
		fc.property(stream, fc.array(fc.nat(), { maxLength: 8 }), (text, offsets) => {
			const places = [...new Set(offsets.map((offset) => offset % (text.length + 1)))].sort((a, b) => a - b);
			const pieces = [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
			expect(split(pieces)).toEqual(split([text]));
		}),
		{ numRuns: 300 },
	);
});

test('cost grows with the length of the text: hostile repetitions of a million characters end', () => {
	for (const part of [
		'<',
		'<a-',
		'</a:think',
		'<think',
		'<think ',
		`<${'a'.repeat(39)}`,
		`<a:${'-'.repeat(37)}`,
		'<a1',
	]) {
		const text = part.repeat(1_000_000 / part.length);
		// A tag that lacks only its bracket is dropped at the end.
		expect(split([text]).join('').length).toBeGreaterThanOrEqual(text.length - '<think '.length);
	}
});
