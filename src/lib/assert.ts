/** Statements the program believes in; a false one is a bug and ends the operation. */

/** Throws `Error(message)` unless `condition` holds. */
export function assert(condition: unknown, message: string): asserts condition {
	if (!condition) throw new Error(message);
}

/** Marks a place that the types say cannot be reached; throws with the value that reached it. */
export function unreachable(value: never): never {
	throw new Error(`Unreachable: ${JSON.stringify(value)}`);
}
