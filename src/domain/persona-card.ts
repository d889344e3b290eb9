/** What comes with a persona's card beside the persona itself. */

/** Fields of a card, as JSON, that no part of the program reads. */
export type CardFields = Readonly<Record<string, unknown>>;

/** A picture of a persona. */
export interface PersonaPicture {
	readonly bytes: Uint8Array;
	readonly mimeType: 'image/png' | 'image/jpeg' | 'image/webp';
}

/** The lineage that a card says its persona is of, and the proof that this installation wrote it. */
export interface CardLineage {
	readonly id: number;
	readonly keyVersion: number;
	readonly signature: string;
}

/** How much of a card is kept. */
export const CARD_LIMITS = {
	pictureBytesMax: 8_388_608,
	/** UTF-16 units of the kept fields as JSON. */
	fieldsCharactersMax: 500_000,
} as const;
