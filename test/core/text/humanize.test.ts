import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { humanizeString } from '#core/text/humanize';

/** Chance that always falls the same way. */
const always = (roll: number) => ({ chance: () => roll });
const stable = { chance: null };

describe('the heavy humanizer', () => {
	test.each([
		['Hello There, my Friend', 'hello there, my friend'],
		['NASA and the TV said I was OK', 'NASA and the TV said I was OK'],
		["I'm Sure It's fine", "I'm sure it's fine"],
		['Привет, Мир', 'привет, мир'],
		['One; Two', 'one two'],
		['Wink ;) at Me', 'wink ;) at me'],
	])('in its stable form %j becomes %j', (text, expected) => {
		expect(humanizeString(text, stable)).toEqual([expected]);
	});

	test.each<readonly [string, number, string, readonly string[]]>([
		['a comma is dropped', 0.1, 'Well, yes', ['well yes']],
		['a comma becomes a message break', 0.5, 'Well, yes', ['well', 'yes']],
		['a comma is kept', 0.9, 'Well, yes', ['well, yes']],
		['a run of marks breaks the message and is not lost', 0.1, 'What?! No way', ['what?!', 'no way']],
		['a run of marks may as well stay', 0.9, 'What?! No way', ['what?! no way']],
		['a comma inside a number is none', 0.1, '1,000 Cats', ['1,000 cats']],
		['an ideographic comma becomes a space', 0.1, 'ねえ、行こう', ['ねえ 行こう']],
	])('%s', (...[, roll, text, expected]) => {
		expect(humanizeString(text, always(roll))).toEqual(expected);
	});

	test.each([
		'```ts\nconst A = 1; let B, C;\n```',
		'`A, B; C`',
		'https://Example.com/A,B;C?D',
		'[Look, Here](https://Example.com/A)',
		'*Waves, Slowly; Hi!*',
		'**Bold, Move**',
		'||Secret, Thing||',
		'"Quoted, Words; Here!"',
		'(Aside, With Words)',
		'「はい、どうぞ」',
		'<@123> <:Wave:456> :Smile:',
	])('%j is not touched', (text) => {
		for (const roll of [0, 0.5, 0.99]) expect(humanizeString(text, always(roll))).toEqual([text]);
		expect(humanizeString(text, stable)).toEqual([text]);
	});

	test('for any text there is at least one message, none is blank unless the text is, and nothing but commas, semicolons, spaces and case is lost', () => {
		const essence = (text: string): string => text.toLowerCase().replace(/[\s,;，、；]/gu, '');
		const piece = fc.constantFrom(
			'Hey',
			', ',
			'! ',
			'; ',
			'"',
			'*',
			'`',
			'(',
			')',
			'NASA',
			'\n',
			'？',
			'、',
			'ß',
			'||',
			'🎉',
		);
		const texts = fc.oneof(
			fc.string({ unit: 'grapheme' }),
			fc.array(piece).map((pieces) => pieces.join('')),
		);
		fc.assert(
			fc.property(texts, fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1 }), (text, rolls) => {
				let next = 0;
				const messages = humanizeString(text, { chance: () => rolls[next++ % rolls.length] ?? 0 });
				expect(messages.length).toBeGreaterThan(0);
				if (text.trim() !== '') expect(messages.every((message) => message.trim() !== '')).toBe(true);
				expect(essence(messages.join(''))).toBe(essence(text));
			}),
		);
	});

	test('the stable form gives one message, always the same, and changes nothing a second time', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				const [once = '', ...others] = humanizeString(text, stable);
				expect(others).toEqual([]);
				expect(humanizeString(text, stable)).toEqual([once]);
				expect(humanizeString(once, stable)).toEqual([once]);
			}),
		);
	});
});
