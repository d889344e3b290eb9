/** Counting and cutting text by what a reader sees as one character (Unicode grapheme clusters). */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The grapheme clusters of a text, in order; joined they are the text. */
export function graphemesOf(text: string): string[] {
	return Array.from(segmenter.segment(text), (piece) => piece.segment);
}

/** How many characters a reader sees. */
export function graphemeCount(text: string): number {
	let count = 0;
	for (const _ of segmenter.segment(text)) count++;
	return count;
}

/** The longest beginning of the text with at most `graphemesMax` clusters. Cost is that of the beginning only. */
export function takeGraphemes(text: string, graphemesMax: number): string {
	// No cluster is shorter than a unit, and segmenting the names of a whole conversation is felt.
	if (text.length <= graphemesMax) return text;
	let taken = 0;
	for (const piece of segmenter.segment(text)) {
		if (taken === graphemesMax) return text.slice(0, piece.index);
		taken++;
	}
	return text;
}

/** Where each grapheme cluster begins, as UTF-16 indexes, in order; without the end of the text. */
export function graphemeStarts(text: string): number[] {
	return Array.from(segmenter.segment(text), (piece) => piece.index);
}

/**
 * The last place at or before `index` (UTF-16 units) where the text can be cut without splitting a cluster. The ends
 * of the text count as such places; an index outside the text is moved to its nearest end.
 */
export function graphemeCutAtOrBefore(text: string, index: number): number {
	if (index <= 0) return 0;
	if (index >= text.length) return text.length;
	return segmenter.segment(text).containing(index)?.index ?? index;
}
