/** Runs of characters without a space, and the scripts that write no spaces. */

/** Longest run of counted non-white-space code points an item may hold (ruling N16). */
export const runCodePointsMax = 1_024;

/**
 * Unicode White_Space as the inside of a character class. JavaScript's `\s` also holds U+FEFF and lacks U+0085, which
 * changes token boundaries.
 */
export const whiteSpaceSet = '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** Scripts that separate words by no space; their script extensions hold most of their shared punctuation. */
const spacelessScripts = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt'];

/** CJK punctuation, full-width punctuation, and the dots and dashes that Japanese and Chinese lines are full of. */
const spacelessPunctuation =
	'\\u2014\\u2015\\u2025\\u2026\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65';

const countedRun = new RegExp(
	`[^${whiteSpaceSet}${spacelessPunctuation}${spacelessScripts.map((script) => `\\p{scx=${script}}`).join('')}]+`,
	'gu',
);

/**
 * Whether `text` holds more than 1,024 consecutive code points that are neither white space nor of a script written
 * without spaces (Han, Kana, Hangul, Thai, Lao, Khmer, Myanmar, Tibetan and their punctuation). Such a character ends
 * a run, so that an honest Japanese paragraph with some Latin names in it passes at any length. Linear time.
 */
export function hasOversizedRun(text: string): boolean {
	if (text.length <= runCodePointsMax) return false;
	for (const [run] of text.matchAll(countedRun)) {
		if (run.length > runCodePointsMax && codePointCount(run) > runCodePointsMax) return true;
	}
	return false;
}

function codePointCount(text: string): number {
	let count = 0;
	for (let index = 0; index < text.length; count += 1) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
	return count;
}
