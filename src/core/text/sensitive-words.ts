/** The words that an endpoint's filter is likely to stop at; whole words, small letters, with their common endings. */

const STEMS: readonly string[] = [
	'abuse',
	'assassin',
	'behead',
	'bitch',
	'blood',
	'bomb',
	'breast',
	'cocaine',
	'cock',
	'corpse',
	'cum',
	'cunt',
	'dick',
	'drug',
	'erotic',
	'fuck',
	'genital',
	'gore',
	'heroin',
	'kill',
	'meth',
	'murder',
	'naked',
	'nipple',
	'nude',
	'orgasm',
	'penis',
	'porn',
	'pussy',
	'rape',
	'sex',
	'sexual',
	'shit',
	'slaughter',
	'slut',
	'strangle',
	'suicide',
	'torture',
	'vagina',
	'weapon',
	'whore',
];

/** `torture` and `torturing`, `kill` and `killing`; each letter but the first as `spell` writes it. */
function withEndings(stem: string, spell: (letters: string) => string): string {
	const endings = (...all: readonly string[]): string => `(?:${all.map(spell).join('|')})`;
	const spelt = (letters: string): string => `${letters.slice(0, 1)}${spell(letters.slice(1))}`;
	return stem.endsWith('e')
		? `${spelt(stem.slice(0, -1))}${endings('e', 'es', 'ed', 'er', 'ers', 'ing')}`
		: `${spelt(stem)}${endings('s', 'es', 'ed', 'er', 'ers', 'ing', 'y')}?`;
}

function anyWord(spell: (letters: string) => string): RegExp {
	const words = STEMS.map((stem) => withEndings(stem, spell)).join('|');
	return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'giu');
}

/** Any of them as a whole word, in any case, with the endings of plurals and verbs. */
export const SENSITIVE_WORD = anyWord((letters) => letters);

/** The same words, with a dot (U+00B7) or none before each letter but the first. */
export const DOTTED_WORD = anyWord((letters) => letters.replaceAll(/./g, '\u00B7?$&'));
