/** What may be encoded at all. */

/** Longest text an encoder takes, in UTF-16 units (ruling N16). */
export const encodeUnitsMax = 1_000_000;

/** Thrown by an encoder for a text over `encodeUnitsMax`; callers look with `isTooLong` first, so it marks a bug. */
export class TextTooLongError extends Error {
	override readonly name = 'TextTooLongError';

	/** `units` is the length of the refused text in UTF-16 units. */
	constructor(units: number) {
		super(`A text of ${units} UTF-16 units is over the encoder's limit of ${encodeUnitsMax}.`);
	}
}

/** Whether an encoder would refuse `text` for its length. */
export function isTooLong(text: string): boolean {
	return text.length > encodeUnitsMax;
}
