/** Character cards as files. */
import type { PersonaPicture } from '#domain/persona-card';
import type { Result } from '#lib/result';

/**
 * Why a file is no card: too large, or unpacking to too much; none of the known kinds; JSON that is damaged or cut off,
 * or has too many or too deeply nested parts; a picture or an archive that is damaged or cut off; one without a card
 * inside; or one whose card cannot be read.
 */
export type CardRefusal =
	| 'too-large'
	| 'too-complex'
	| 'not-a-card-file'
	| 'json-broken'
	| 'picture-broken'
	| 'archive-broken'
	| 'no-card-inside'
	| 'unreadable';

/** What a card file holds. */
export interface CardFile {
	/** Meaning is given by `core/cards`. */
	readonly json: unknown;
	/** The card's own picture, without any text; null when it has none that can be kept. */
	readonly picture: PersonaPicture | null;
}

/** Turns card files into JSON and a picture, and back. */
export interface CardCodec {
	/** PNG, JSON or CHARX, told by how the bytes begin. Never rejects, whatever the bytes are. */
	decodeCard(bytes: Uint8Array): Promise<Result<CardFile, CardRefusal>>;
	/** A PNG file with both cards inside, over the picture, or over a plain one where it is null or cannot be a PNG file. */
	encodePng(cards: { readonly v3: string; readonly v2: string }, picture: PersonaPicture | null): Promise<Uint8Array>;
}
