/** What somebody said, without the signs that were only meant for the bot. */
import type { CallMatcher } from './compile-calls.ts';

const SIGN = /(?<![\p{L}\p{N}\p{M}@])@(?=[^\s@])/gu;

/** More than the longest name has, stretched letters included. */
const wordUnitsMax = 200;

/** The text with `@word` as `word`, where that word calls a persona. */
export function withoutCallSigns(text: string, calls: CallMatcher): string {
	if (!text.includes('@')) return text;
	return text.replace(SIGN, (sign, at: number) => {
		return calls.beginsWithCall(text.slice(at + 1, at + 1 + wordUnitsMax)) ? '' : sign;
	});
}
