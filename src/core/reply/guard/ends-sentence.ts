/** Whether a text stops where a sentence does. */

const endMarks = new Set('.!?…。！？｡~〜♪—');
/** Marks that close an action, a quotation or a remark, and so end a sentence by themselves. */
const closingMarks = new Set('"”»)]」』）】》〉〕*_~|');
/** They close something only behind a sentence's mark; elsewhere they are apostrophes. */
const apostrophes = new Set("'’");
const emoji = /^\p{Extended_Pictographic}$/u;
/** What may hang on to an end: emoji with their parts, and white space. */
const appendage = /^(?:[\p{Extended_Pictographic}\p{Regional_Indicator}\p{M}\s]|\u200D)$/u;
const emojiNameUnitsMax = 64;
const emojiName = /:\w{2,32}(?::|:\d{17,20}>)$/;

/** True behind a sentence's mark, a closing mark or an emoji, with emoji and white space behind them. Linear in the text. */
export function endsSentence(text: string): boolean {
	let end = text.length;
	for (let last = characterBefore(text, end); appendage.test(last); last = characterBefore(text, end)) {
		if (emoji.test(last)) return true;
		end -= last.length;
	}
	const last = characterBefore(text, end);
	if (endMarks.has(last) || closingMarks.has(last)) return true;
	if (last === ':' || last === '>') return emojiName.test(text.slice(Math.max(0, end - emojiNameUnitsMax), end));
	if (!apostrophes.has(last)) return false;
	let mark = last;
	while (!endMarks.has(mark) && (apostrophes.has(mark) || closingMarks.has(mark))) {
		end -= 1;
		mark = text.charAt(end - 1);
	}
	return endMarks.has(mark);
}

/** The whole code point that ends at `end`; empty at the beginning. */
function characterBefore(text: string, end: number): string {
	const pair = text.slice(Math.max(0, end - 2), end);
	return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.slice(-1);
}
