/** Texts as Postgres can hold them. */

/** Without NUL characters and lone surrogates, which Postgres refuses; card files may hold either. */
export function storableText(text: string): string {
	return text.replaceAll('\0', '').toWellFormed();
}

/** The same for every string of a JSON value, keys included. */
export function storableJson<T>(value: T): T {
	const text = JSON.stringify(value, (_key, part: unknown) => {
		if (typeof part === 'string') return storableText(part);
		if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
		return Object.fromEntries(Object.entries(part).map(([key, entry]) => [storableText(key), entry]));
	});
	return JSON.parse(text) as T;
}
