/** Polishing: what becomes prose, what stays exactly as it was, and that a second pass changes nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPolisher } from '#core/text/polish';

const polish = createPolisher(['Tomori', 'Kuro', 'lower']);

describe('polishing', () => {
	test.each([
		['hello there', 'Hello there.'],
		['  hello   there\t friend  ', 'Hello there friend.'],
		['hi. how are you? fine! ok', 'Hi. How are you? Fine! Ok.'],
		["i think i'm late, and i'll go", "I think I'm late, and I'll go."],
		['have you seen tomori and KURO today', 'Have you seen Tomori and KURO today.'],
		['wait.. what', 'Wait... what.'],
		['so....', 'So...'],
		['well--no -- never', 'Well—no — never.'],
		['hmm……', 'Hmm…'],
		['"yes," she said', '"Yes," she said.'],
		['"what now?" she asked', '"What now?" she asked.'],
		["'stop!' he said. ok", "'Stop!' he said. Ok."],
		['"what now?" (tea / coffee)', '"What now?" (tea / coffee)'],
		['(really?) maybe. well', '(Really?) maybe. Well.'],
		['what?! no way', 'What?! No way.'],
		['"come in." "are you sure?"', '"Come in." "Are you sure?"'],
		['first line\nsecond line', 'First line\nSecond line.'],
		['¿qué tal? bien', '¿Qué tal? Bien.'],
		['привет. как дела', 'Привет. Как дела.'],
		['i ran 5km', 'I ran 5km.'],
		['i am 83', 'I am 83.'],
		['line 3', 'Line 3.'],
		['i like you <3', 'I like you <3'],
	])('%j becomes %j', (given, wanted) => {
		expect(polish(given)).toBe(wanted);
	});

	test.each([
		['closing punctuation', 'Done!'],
		['an ellipsis in the middle', 'Well... maybe not.'],
		['an action', '*waves* hi!'],
		['inline code', '`const  i = x` is  it'.replace('  it', ' it.')],
		['a code fence', '```js\nlet  i = 0\n```'],
		['an open code fence', '```\ni  am code'],
		['an address', 'https://example.com/a..b/i'],
		['a mention', '<@123456> @lower.name'],
		['emoji', ':wave: <a:party:123456>'],
		['emoticons', ':) xD XP :3 </3 ^_^ ¯\\_(ツ)_/¯'],
		['a Markdown link', '[some  text](https://x.y/i)'],
		['a Markdown link with a title', '[some  text](https://x.y/i "the  i")'],
		['a Markdown link to an address with brackets', '[some  text](https://x.y/a_(b))'],
		['a spoiler', '||i  know||'],
		['all capitals', 'WHY NOT!'],
		['numbers and units', '5km 10:30 3.5'],
		['names of things', 'iPhone mp3 example.com!'],
		['abbreviations', 'See e.g. this, Dr. who, and so on etc. maybe.'],
		['Japanese', 'こんにちは。元気……ですか'],
		['Chinese', '你好——世界'],
		['Hindi', 'नमस्ते दोस्त'],
		['a lone number', '42'],
		['letters without a capital', 'ßa.'],
	])('%s stays', (_name, text) => {
		expect(polish(text)).toBe(text);
	});

	test('a second pass changes nothing', () => {
		const words = fc.constantFrom(
			...'i I hi tomori KURO kuro. e.g. dr. ... .. …… -- —— --x `a b` ``` || :) xD :o 5km 10 42. http://a.b/c @bo :wave: < > [a](b) \uFFFC ß ñ é i. i\'m "yes ( ) * _ # - こんにちは 。 नमस्ते привет ! ? , : ; \n \t   ~~ www.x'.split(
				' ',
			),
			'\n',
			'  ',
			'\t',
		);
		const text = fc.oneof(
			fc
				.array(fc.tuple(words, fc.constantFrom('', ' ', '  ', '\n')), { maxLength: 16 })
				.map((parts) => parts.flat().join('')),
			fc.string({ unit: 'grapheme', maxLength: 40 }),
			fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed()),
			fc.lorem({ maxCount: 30 }),
		);
		fc.assert(
			fc.property(text, (given) => {
				const once = polish(given);
				expect(polish(once)).toBe(once);
			}),
			{ numRuns: 2000 },
		);
	});

	test('nothing but letters, spaces, dots and dashes ever changes', () => {
		const kept = (text: string) => text.toLowerCase().replaceAll(/[\s.…—-]/g, '');
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (given) => {
				expect(kept(polish(given))).toBe(kept(given));
			}),
			{ numRuns: 1000 },
		);
	});
});
