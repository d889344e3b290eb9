/** Character cards as files. */
import type { Result } from '#lib/result';

/**
 * Why a file is no card: too large, not PNG or JSON, JSON that is damaged or cut off, a PNG without a card inside, or
 * one whose card cannot be read.
 */
export type CardRefusal = 'too-large' | 'not-a-card-file' | 'json-broken' | 'no-card-inside' | 'unreadable';

/** Turns the bytes of a card file into its JSON value; meaning is given by `core/cards`. */
export interface CardCodec {
	decodeCard(bytes: Uint8Array): Result<unknown, CardRefusal>;
}
