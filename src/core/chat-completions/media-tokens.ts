/** How many tokens what a message shows takes for a model that nobody knows. */
import type { LoadedMedia } from '#domain/loaded-media';
import type { MediaPart } from '#domain/resolved-context';

/** Models look at squares of this many pixels each, or larger ones. */
const patchPixels = 28;
/** Around a picture. */
const frameTokens = 4;
/** Nobody counts a video's frames here, and models take a few of them only. */
const videoTokens = 2_048;

/** An estimate that is rather too high than too low: a token for each square of 28 pixels; a video is taken for 2,048. */
export function mediaTokens({ widthPixels, heightPixels }: Pick<LoadedMedia, 'widthPixels' | 'heightPixels'>): number {
	if (widthPixels === 0) return videoTokens;
	return Math.ceil(widthPixels / patchPixels) * Math.ceil(heightPixels / patchPixels) + frameTokens;
}

/** The same for everything that an item shows. */
export function tokensOfParts(media: readonly MediaPart[]): number {
	return media.reduce((sum, { data }) => sum + (data === undefined ? videoTokens : mediaTokens(data)), 0);
}
