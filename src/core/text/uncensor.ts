/** Writes a text so that an endpoint's word filter reads past it, and reads what comes back (seed: uncensor transforms). */
import { SENSITIVE_WORD } from './sensitive-words.ts';

/** The two transforms; each stands for itself. */
export interface UncensorOptions {
	/** Every space becomes a blank that no filter splits words at. */
	readonly unicodeSpace: boolean;
	/** Words of the list get dots between some of their letters. */
	readonly sanitize: boolean;
}

const BLANK = '\u2800';
const DOT = '\u00B7';

/** Fenced and inline code, addresses, tags and mentions, and emoji by name: nothing in them is touched. */
const PROTECTED = /(```[\s\S]*?(?:```|$)|`[^`\n]+`|(?:https?:\/\/|www\.)\S+|<[^<>\n]+>|:\w[\w+-]{0,31}:)/;

/** What a model reads in place of the text. The same text always gives the same one. */
export function uncensorInput(text: string, { unicodeSpace, sanitize }: UncensorOptions): string {
	if (!unicodeSpace && !sanitize) return text;
	// A split by a captured pattern alternates what may be touched (even places) and what may not (odd places).
	return text
		.split(PROTECTED)
		.map((part, place) => {
			if (place % 2 === 1) return part;
			const dotted = sanitize ? part.replace(SENSITIVE_WORD, dotWord) : part;
			return unicodeSpace ? dotted.replaceAll(' ', BLANK) : dotted;
		})
		.join('');
}

/** What people read in place of a model's text; each character for itself, so that a stream may be cut anywhere. */
export function revertUncensor(text: string, { unicodeSpace, sanitize }: UncensorOptions): string {
	const spaced = unicodeSpace ? text.replaceAll(BLANK, ' ') : text;
	return sanitize ? spaced.replaceAll(DOT, '') : spaced;
}

/** A dot in every second gap: at least one, never all, and none in a word of two letters. */
function dotWord(word: string): string {
	if (word.length < 3) return word;
	return [...word]
		.map((letter, index) => (index % 2 === 1 && index < word.length - 1 ? letter + DOT : letter))
		.join('');
}
