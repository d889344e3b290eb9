/** Writes a text so that an endpoint's word filter reads past it (seed: uncensor transforms). */
import type { UncensorOptions } from '#domain/uncensor-options';
import { SENSITIVE_WORD } from './sensitive-words.ts';

/** Stands for a space. */
export const BLANK = '\u2800';
/** Stands between letters of a word of the list. */
export const DOT = '\u00B7';

/** Fenced and inline code, addresses, tags and mentions, and emoji by name: nothing in them is touched. */
const PROTECTED = '(?:```[^]*?(?:```|$)|`[^`\\n]+`|(?:https?:\\/\\/|www\\.)\\S+|<[^<>\\n]+>|:\\w[\\w+\\-]{0,31}:)';

/** One look at the whole text, so that a word that goes over into something protected is no word of the list. */
const PIECES = new RegExp(`${PROTECTED}|(?<space> )|(?<word>${SENSITIVE_WORD.source})`, SENSITIVE_WORD.flags);

/** What a model reads in place of the text. The same text always gives the same one. */
export function uncensorInput(text: string, { unicodeSpace, sanitize }: UncensorOptions): string {
	if (!unicodeSpace && !sanitize) return text;
	return text.replaceAll(PIECES, (piece, ...rest) => {
		const { space, word } = rest.at(-1) as { readonly space?: string; readonly word?: string };
		if (space !== undefined) return unicodeSpace ? BLANK : space;
		return sanitize && word !== undefined ? dotWord(word) : piece;
	});
}

/** A dot in every second gap: at least one, never all, and none in a word of two letters. */
function dotWord(word: string): string {
	if (word.length < 3) return word;
	return [...word]
		.map((letter, index) => (index % 2 === 1 && index < word.length - 1 ? letter + DOT : letter))
		.join('');
}
