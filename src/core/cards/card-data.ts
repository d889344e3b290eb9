/** The fields of a character card, wherever its version has them. */

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object, or null. */
export function objectIn(value: unknown): JsonObject | null {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** What V2 and V3 have in `data` and V1 at the top; null when the JSON is no object. */
export function cardData(json: unknown): JsonObject | null {
	const card = objectIn(json);
	if (!card) return null;
	return typeof card['spec'] === 'string' ? (objectIn(card['data']) ?? card) : card;
}

/** Our own fields in a card's `extensions.tomori`, or null. */
export function ownExtension(data: JsonObject): JsonObject | null {
	return objectIn(objectIn(data['extensions'])?.['tomori']);
}
