/** Looks for words and phrases in what was said, in every script. */

/** How a phrase is looked for. */
export interface PhraseRules {
	readonly isCaseSensitive: boolean;
	readonly matchesWholeWords: boolean;
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that write no spaces between words, and Hangul, whose particles are glued to them. */
const UNSPACED_SCRIPT =
	/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;

/**
 * A text as phrases are looked for in it: one form for every spelling of an accent, single spaces, and no capitals
 * unless they matter. Phrase and text have to be brought into the same form.
 */
export function searchable(text: string, isCaseSensitive: boolean): string {
	const plain = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
	return isCaseSensitive ? plain : plain.toLowerCase().normalize('NFC');
}

/** How often a phrase is met inside longer words before it is taken not to stand alone; one letter is met everywhere. */
export const insideWordsMax = 1_000;

/**
 * Whether `phrase` occurs in `text`, both made by `searchable`. A whole word has no letter, digit or underscore beside
 * it; where the script writes no spaces on either side of an edge, that edge may be anywhere. A blank phrase never occurs.
 */
export function containsPhrase(text: string, phrase: string, matchesWholeWords: boolean): boolean {
	if (phrase === '') return false;
	if (!matchesWholeWords) return text.includes(phrase);
	const characters = [...phrase];
	const first = characters[0] ?? '';
	const last = characters.at(-1) ?? '';
	let met = 0;
	for (let at = text.indexOf(phrase); at >= 0 && met < insideWordsMax; at = text.indexOf(phrase, at + 1)) {
		met += 1;
		const before = characterBefore(text, at);
		const after = String.fromCodePoint(text.codePointAt(at + phrase.length) ?? 0x20);
		if (isWordEdge(before, first) && isWordEdge(last, after)) return true;
	}
	return false;
}

function characterBefore(text: string, at: number): string {
	const last = text.slice(Math.max(0, at - 2), at);
	return [...last].at(-1) ?? ' ';
}

/** Whether a word may end between two characters: beside what is no letter, or where a script writes no spaces. */
export function isWordEdge(left: string, right: string): boolean {
	if (!WORD_CHARACTER.test(left) || !WORD_CHARACTER.test(right)) return true;
	return UNSPACED_SCRIPT.test(left) || UNSPACED_SCRIPT.test(right);
}
