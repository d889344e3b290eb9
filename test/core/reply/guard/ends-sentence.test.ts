/** Where a sentence ends. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endsSentence } from '#core/reply/guard/ends-sentence';

test.each([
	...[
		'It rains.',
		'It rains…',
		'雨です。',
		"It rains.'",
		'It rains."\')',
		'*waves*',
		'(it rains)',
		'It rains ~’',
		'🌧️ ',
	],
	...['It rains 🌧️ 👨‍👩‍👧‍👦\n', 'Rain :rain:', 'Rain <:rain:123456789012345678>', '» ', 'é 🇩🇪 🌍', "~'*"],
])('%j ends one', (text) => {
	expect(endsSentence(text)).toBe(true);
});

test.each(['', ' ', 'It rains', "rains'", ")'", 'It rains,', 'Rain :r:', '🇩🇪', '\u0301', '. x', '<:rain:12>'])(
	'%j ends none',
	(text) => {
		expect(endsSentence(text)).toBe(false);
	},
);

/** The rule in one expression, which looks at the text again from every mark. */
const sentenceEnd =
	/(?:[.!?…。！？｡~〜♪—]["'”’»)\]」』）】》〉〕*_~|]*|["”»)\]」』）】》〉〕*_~|]|\p{Extended_Pictographic}|:\w{2,32}(?::|:\d{17,20}>))(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{M}|\u200D|\s)*$/u;

test('it is the rule in one expression', () => {
	const piece = fc.constantFrom(
		...'.!~—\'’"»)*|:<> \nx'.split(''),
		'🌍',
		'🇩',
		'\u0301',
		'\u200D',
		':rain:',
		':123456789012345678>',
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
			expect(endsSentence(pieces.join(''))).toBe(sentenceEnd.test(pieces.join('')));
		}),
		{ numRuns: 5_000 },
	);
});

test('cost grows with the length of the text: hostile repetitions of a million characters end', () => {
	for (const part of ['🌍', ' ', "'", ')', '.', '. ', ':a', '\u0301', ".'"]) {
		const text = part.repeat(1_000_000 / part.length);
		expect(endsSentence(`${text}x`)).toBe(false);
		expect(endsSentence(`.${text}`)).toBe(part !== ':a');
	}
});
