/** Cuts a text so that it ends with a sentence. */
import { takeGraphemes } from '#lib/graphemes';

const SENTENCE_END = /[.!?…。！？｡]["'”’»)\]」』）】》〉〕*_]*(?=\s|$)|[。！？｡][」』）】》〉〕]*/gu;

/**
 * At most `charactersMax` UTF-16 units. A text that was broken off, or is too long, ends with its last whole sentence
 * where that leaves at least half of it, and else with an ellipsis.
 */
export function wholeSentences(
	text: string,
	{ charactersMax, isBrokenOff }: { readonly charactersMax: number; readonly isBrokenOff: boolean },
): string {
	const told = text.trim();
	if (told.length <= charactersMax && !isBrokenOff) return told;
	const room = takeGraphemes(told, charactersMax - 1);
	const ends = [...room.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
	const last = ends.at(-1) ?? 0;
	return last * 2 >= room.length ? room.slice(0, last) : `${room.trimEnd()}…`;
}
