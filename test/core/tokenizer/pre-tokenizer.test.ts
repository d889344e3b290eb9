/** The table-driven pre-tokenizer against the pattern it follows. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whiteSpaceSet } from '#core/text/unbroken-run';
import { PreTokenizer } from '#core/tokenizer/pre-tokenizer';

const space = `[${whiteSpaceSet}]`;
const contractions = "'[sSſ]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]";
const pattern = new RegExp(
	[
		contractions,
		'[^\\r\\n\\p{L}\\p{N}]?\\p{L}+',
		'\\p{N}{1,3}',
		` ?[^${whiteSpaceSet}\\p{L}\\p{N}]+[\\r\\n]*`,
		`${space}*[\\r\\n]+`,
		`${space}+(?![^${whiteSpaceSet}])`,
		`${space}+`,
	].join('|'),
	'gu',
);

function words(text: string): string[] {
	const preTokenizer = new PreTokenizer();
	const found: string[] = [];
	for (let from = 0; from < text.length; ) {
		const to = preTokenizer.wordEnd(text, from, text.length);
		expect(to).toBeGreaterThan(from);
		found.push(text.slice(from, to));
		from = to;
	}
	return found;
}

/** Characters that decide the alternatives, and some of each class from every plane that has any. */
const telling = fc.constantFrom(
	...[
		"'",
		's',
		'S',
		'ſ',
		't',
		'r',
		'e',
		'v',
		'm',
		'l',
		'L',
		'd',
		'K',
		' ',
		'  ',
		'\t',
		'\r',
		'\n',
		'\u0085',
		'\ufeff',
		'\u00a0',
	],
	...[
		'\u3000',
		'\u2028',
		'\u200b',
		'1',
		'٣',
		'Ⅷ',
		'²',
		'漢',
		'か',
		'ー',
		'́',
		'!',
		'…',
		'🙂',
		'𝒜',
		'𝟙',
		'𠀀',
		'\u{e0041}',
		'\u{30000}',
	],
);

describe('PreTokenizer', () => {
	test('cuts any text where the pattern cuts it', () => {
		const texts = fc.oneof(
			fc.array(telling, { maxLength: 24 }).map((parts) => parts.join('')),
			fc.string({ unit: 'binary', maxLength: 40 }),
		);
		fc.assert(
			fc.property(texts, (text) => {
				expect(words(text)).toEqual(text.match(pattern) ?? []);
			}),
			{ numRuns: 3_000 },
		);
	});

	test('takes U+0085 for white space and U+FEFF for a sign', () => {
		expect(words('a\u0085\u0085b')).toEqual(['a', '\u0085', '\u0085b']);
		expect(words('a\ufeff\ufeff b')).toEqual(['a', '\ufeff\ufeff', ' b']);
	});

	test('stops at the given end, whatever follows it', () => {
		const preTokenizer = new PreTokenizer();
		expect(preTokenizer.wordEnd('abcdef', 0, 3)).toBe(3);
		expect(preTokenizer.wordEnd('   x', 0, 3)).toBe(3);
		expect(preTokenizer.wordEnd('   x', 0, 4)).toBe(2);
		expect(preTokenizer.wordEnd("'re", 0, 2)).toBe(2);
		expect(preTokenizer.wordEnd("'ll", 0, 1)).toBe(1);
	});
});
