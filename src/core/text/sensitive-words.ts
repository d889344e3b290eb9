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

/** `torture` and `torturing`, `kill` and `killing`. */
function withEndings(stem: string): string {
	return stem.endsWith('e') ? `${stem.slice(0, -1)}(?:e|es|ed|er|ers|ing)` : `${stem}(?:s|es|ed|er|ers|ing|y)?`;
}

/** Any of them as a whole word, in any case, with the endings of plurals and verbs. */
export const SENSITIVE_WORD = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:${STEMS.map(withEndings).join('|')})(?![\\p{L}\\p{N}])`,
	'giu',
);
