/** Compiles the occasion tables: English and Portuguese words between their ends, and Japanese runs. */

import type { OccasionRow } from './occasion-row.ts';
import { rowsAboutHer } from './occasion-rows-about-her.ts';
import { rowsOfRequests } from './occasion-rows-of-requests.ts';
import { rowsOfTalk } from './occasion-rows-of-talk.ts';
import type { Occasion } from './voice-lines.ts';

const edgeBefore = '(?<![\\p{L}\\p{N}])';
const edgeAfter = '(?![\\p{L}\\p{N}])';
const noise = '[^\\p{L}\\p{N}]*';

function compile({ latin, japanese, place }: OccasionRow): RegExp {
	const words = latin.length === 0 ? [] : [`${edgeBefore}(?:${latin.join('|')})${place === 'whole' ? '' : edgeAfter}`];
	const either = `(?:${[...words, `(?:${japanese})`].join('|')})`;
	if (place === 'whole') return new RegExp(`^${noise}${either}${noise}$`, 'iu');
	return new RegExp(place === 'start' ? `^${noise}${either}` : either, 'iu');
}

/** Every occasion that words can tell, in order of precedence. */
export const occasionPatterns: readonly (readonly [Occasion, RegExp])[] = [
	...rowsAboutHer,
	...rowsOfRequests,
	...rowsOfTalk,
].map((row) => [row.occasion, compile(row)]);
