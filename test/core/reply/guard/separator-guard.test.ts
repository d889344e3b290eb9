/** A separator line ends the reply; emphasis and lists do not. */
import { describe, expect, test } from 'vitest';
import { Guard } from '#core/reply/guard/guard';
import { guarded, OPTIONS } from './guarded.ts';

const cut = (text: string) => ({ text, stop: 'separator' });

describe('separators', () => {
	test.each([
		['***', 'The end.\n***\nNext day.', 'The end.\n'],
		['---', 'The end.\n---\nNext day.', 'The end.\n'],
		['--- with white space', 'The end.\n\n  --- \r\nNext day.', 'The end.\n\n'],
		['*** as the last line', 'The end.\n***', 'The end.\n'],
		['--- as the last line', 'The end.\n--- ', 'The end.\n'],
	])('%s ends the reply', (_name, reply, text) => {
		expect(guarded([reply])).toMatchObject(cut(text));
		expect(guarded([...reply])).toMatchObject(cut(text));
	});

	test('one before any visible text is left out, however many there are', () => {
		expect(guarded(['***\n---\n\n***\nHello.\n***\nBye.'])).toMatchObject({ text: '\nHello.\n', stop: 'separator' });
		expect(guarded(['<think>hm</think>\n***\nHello.'])).toMatchObject({ text: 'Hello.', stop: null });
		expect(guarded(['Tomori:\n***\nHello.'])).toMatchObject({ text: 'Tomori:\nHello.', stop: null });
	});

	test('a reply that is nothing but a separator is empty and no end by a guard', () => {
		expect(guarded(['***']).events).toEqual([]);
		expect(guarded(['\n---\n']).events).toEqual([]);
	});
});

describe('no separators', () => {
	test.each([
		['triple emphasis', 'Well.\n***really***\n*** x'],
		['four marks', 'Well.\n****\n----\nGood.'],
		['two marks', 'Well.\n**\n--\nGood.'],
		['a list', 'Well.\n- one\n* two\n*** three'],
		['mixed or spaced marks', 'Well.\n*-*\n* * *\n- - -'],
		['one inside a line', 'Well. *** Good. ---\nWell'],
		['a quotation', '> Well.\n> ---\n'],
		['a table', '| a |\n|---|\n| 1 |'],
		['code', '```\n---\n***\n```'],
	])('%s is left alone', (_name, reply) => {
		expect(guarded([reply])).toMatchObject({ text: reply, stop: null });
		expect(guarded([...reply])).toMatchObject({ text: reply, stop: null });
	});
});

test('a partial marker is held until the next character distinguishes a separator from emphasis', () => {
	const guard = new Guard(OPTIONS);
	const shown = ['Well.\n', '*', '*', '*', 'r', 'eally***\n', '---', '-', '\n--', '-', '\n'].map((piece) =>
		guard
			.push(piece)
			.map((event) => (event.type === 'stop' ? `[${event.reason}]` : event.text))
			.join(''),
	);
	expect(shown).toEqual(['Well.\n', '', '', '', '***r', 'eally***\n', '', '----', '\n', '', '[separator]']);
});
