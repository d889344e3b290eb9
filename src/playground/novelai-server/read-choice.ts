/** Chooses between the two things that a line offers. */

const latin = /((?:[\p{L}\p{N}'-]+ )*[\p{L}\p{N}'-]+),? (?:or|ou) ((?:[\p{L}\p{N}'-]+ ?){1,4})[?.!\s]*$/iu;
const japaneseOr =
	/([^\s、。？?!！]{1,16}?)(?:ですか|か|？|\?)?[、,]?\s*それとも[、,]?\s*([^\s、。？?]{1,16}?)(?:ですか|かな|か)?[？?。\s]*$/u;
const japaneseWhich = /([^\s、。？?と]{1,16})と([^\s、。？?]{1,16}?)(?:、|は|だったら|なら|では)?\s*(?:どっち|どちら)/u;
const noChoice = /^(?:not|what|no|something|anything|whatever|so|never|não|nada|quê|algo)$/i;
const smallWords = /^(?:an?|the|some|is|it|do|you|um|uma|o|a)\s+/i;

/** One of the two, always the same for the same line; null when the line offers none. */
export function readChoice(line: string): string | null {
	const found = latin.exec(line) ?? japaneseOr.exec(line) ?? japaneseWhich.exec(line);
	const right = found?.[2]?.trim();
	if (found === null || right === undefined || noChoice.test(right)) return null;
	// What stands before "or" belongs to the sentence around it, but for as many words as stand behind it.
	const left = (found[1] ?? '').trim().split(/\s+/).slice(-right.split(/\s+/).length).join(' ');
	const chosen = (line.length % 2 === 0 ? left : right).replace(smallWords, '').trim();
	return chosen === '' ? null : chosen;
}
