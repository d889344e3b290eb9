/** Cuts a long answer into messages that Discord takes. */

/** UTF-16 units of one message's content. */
export const answerPartMax = 2000;

/** Messages of one answer; what is longer ends with an ellipsis. */
export const answerPartsMax = 5;

const ELLIPSIS = '…';

/** The least share of a part that may be given up for a better place to cut. */
const usefulCutShare = 0.5;

/** Parts of 1 to 2,000 units in order, cut at line ends, else at spaces, never inside a character; blank text has none. */
export function splitAnswer(text: string): readonly string[] {
	const parts: string[] = [];
	let rest = text.trim();
	while (rest.length > answerPartMax && parts.length < answerPartsMax - 1) {
		const cut = cutOf(rest, answerPartMax);
		parts.push(rest.slice(0, cut).trimEnd());
		rest = rest.slice(cut).trimStart();
	}
	return rest === '' ? parts : [...parts, truncate(rest, answerPartMax)];
}

/** The text, or its beginning with an ellipsis when it has more than `lengthMax` UTF-16 units. */
export function truncate(text: string, lengthMax: number): string {
	if (text.length <= lengthMax) return text;
	return text.slice(0, wholeCharacters(text, lengthMax - ELLIPSIS.length)) + ELLIPSIS;
}

function cutOf(text: string, lengthMax: number): number {
	const head = text.slice(0, lengthMax);
	const least = lengthMax * usefulCutShare;
	const places = [head.lastIndexOf('\n'), head.lastIndexOf(' ')];
	return places.find((place) => place >= least) ?? wholeCharacters(text, lengthMax);
}

/** The largest cut up to `lengthMax` that does not halve a surrogate pair. */
function wholeCharacters(text: string, lengthMax: number): number {
	const last = text.charCodeAt(lengthMax - 1);
	return last >= 0xd800 && last <= 0xdbff ? lengthMax - 1 : lengthMax;
}
