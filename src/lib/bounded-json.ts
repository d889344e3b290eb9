/** Reads a stranger's JSON without handing it the memory of the process. */
import { err, ok, type Result } from './result.ts';

/** How much a JSON text may hold. */
export interface JsonLimits {
	/** Objects and lists inside one another. */
	readonly depthMax: number;
	/** Members of all objects and lists together. */
	readonly valuesMax: number;
}

/** Why JSON was not read: it is damaged, or holds more than the limits allow. */
export type JsonRefusal = 'broken' | 'too-complex';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `[` and `{`, `]` and `}` differ in this bit only. */
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * The value of a JSON text in UTF-8, a byte order mark allowed. Nesting and members are counted before the parser sees
 * the text, since a few bytes of it may become a hundred times as many in memory.
 */
export function parseBoundedJson(bytes: Uint8Array, limits: JsonLimits): Result<unknown, JsonRefusal> {
	if (!isWithin(bytes, limits)) return err('too-complex');
	try {
		const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
		return ok(parsed);
	} catch (error) {
		if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return err('broken');
		throw error;
	}
}

/** In damaged JSON the count may be wrong, which the parser then finds out. */
function isWithin(bytes: Uint8Array, { depthMax, valuesMax }: JsonLimits): boolean {
	let depth = 0;
	let values = 0;
	let inText = false;
	for (let index = 0; index < bytes.length; index += 1) {
		const byte = bytes[index] ?? 0;
		if (inText) {
			if (byte === BACKSLASH) index += 1;
			else if (byte === QUOTE) inText = false;
		} else if (byte === QUOTE) {
			inText = true;
		} else if (byte === COMMA) {
			values += 1;
		} else if ((byte | BRACE_BIT) === OPENING) {
			depth += 1;
			values += 1;
		} else if ((byte | BRACE_BIT) === CLOSING) {
			depth -= 1;
		}
		if (depth > depthMax || values > valuesMax) return false;
	}
	return true;
}
