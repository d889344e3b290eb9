/** Reads fields of payloads that Discord sent, without believing anything about their shape. */

/** A JSON object whose fields are not believed yet. */
export type RawObject = Readonly<Record<string, unknown>>;

/** The value as an object, or null when it is none (arrays are none). */
export function objectOf(value: unknown): RawObject | null {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawObject) : null;
}

/** The value's objects when it is a list, else an empty list. */
export function objectsOf(value: unknown): readonly RawObject[] {
	return listOf(value)
		.map(objectOf)
		.filter((entry) => entry !== null);
}

/** The value's strings when it is a list, else an empty list. */
export function textsOf(value: unknown): readonly string[] {
	return listOf(value).filter((entry) => typeof entry === 'string');
}

/** The value when it is a list, else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** The value when it is a string that is not empty, else null. */
export function textOf(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null;
}

/** The value when it is a finite number, else null. */
export function numberOf(value: unknown): number | null {
	return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
