/** How many tokens a text takes for a model whose tokenizer nobody knows. */

/** What a unit of a text counts, in twentieths of a token. */
const PARTS = {
	letter: 4,
	accented: 10,
	commonLetter: 8,
	otherLetter: 20,
	wide: 20,
	cell: 60,
	mark: 20,
	repeated: 5,
	surrogate: 30,
	space: 5,
} as const;
const partsInToken = 20;

/**
 * An estimate that is rather too high than too low, in tokens: words of Latin letters are a token for every five
 * letters, rounded up, with an accented letter counting for two and a half; a digit, a mark, a line feed, kana, Han and
 * Hangul are one each, a repetition a quarter; Greek, Cyrillic and Arabic letters, which most vocabularies know, are a
 * token for every two and a half; letters of other scripts are one each; drawn Braille cells are three, blank ones one
 * however often; what lies beyond (emoji) is three. A single space costs nothing. Of prose that the vocabulary was made
 * for it gives between nine tenths and one and a half times the true count. Linear in the text, and pure.
 */
export function approximateTokens(text: string): number {
	let parts = 0;
	let word = 0;
	let previous = 0;
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		const letter = latinParts(unit);
		if (letter > 0) {
			word += letter;
		} else {
			parts += roundedUp(word) + otherParts(unit, previous);
			word = 0;
		}
		previous = unit;
	}
	return Math.ceil((parts + roundedUp(word)) / partsInToken);
}

function roundedUp(word: number): number {
	return Math.ceil(word / partsInToken) * partsInToken;
}

/** What a unit counts as a letter of a Latin word; 0 when it is none. */
function latinParts(unit: number): number {
	if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)) return PARTS.letter;
	return unit >= 0xc0 && unit < 0x250 ? PARTS.accented : 0;
}

function otherParts(unit: number, previous: number): number {
	const space = 0x20;
	if (unit === space) return previous === space ? PARTS.space : 0;
	if (unit >= 0xd800 && unit <= 0xdfff) return PARTS.surrogate;
	// Hardly any vocabulary has them, nor runs of them.
	if (unit >= 0x2800 && unit < 0x2900) return unit === 0x2800 ? PARTS.mark : PARTS.cell;
	if (unit === previous) return PARTS.repeated;
	if (unit >= 0x2e80) return PARTS.wide;
	if (unit < 0x250 || unit >= 0x2000) return PARTS.mark;
	const isCommon = (unit >= 0x370 && unit < 0x530) || (unit >= 0x600 && unit < 0x700);
	return isCommon ? PARTS.commonLetter : PARTS.otherLetter;
}
