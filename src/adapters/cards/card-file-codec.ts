/** Finds the JSON of a character card in the bytes of a file. */

import { err, ok, type Result } from '#lib/result';
import type { CardCodec, CardRefusal } from '#ports/card-codec';
import { isPng, pngTexts } from './png-texts.ts';

/** Bytes; larger files are refused before they are read. */
export const CARD_FILE_BYTES_MAX = 10_000_000;

/** Enough of a file to see what it begins with. */
const BEGINNING_BYTES = 1_000;

/** Newer cards first: a file may carry both (card specification V3). */
const CARD_KEYWORDS = ['ccv3', 'chara'];

/**
 * Reads PNG cards (base64 of UTF-8 JSON; a readable `ccv3` is preferred over `chara`) and plain JSON cards.
 */
export const cardFileCodec: CardCodec = {
	decodeCard(bytes: Uint8Array): Result<unknown, CardRefusal> {
		if (bytes.length > CARD_FILE_BYTES_MAX) return err('too-large');
		if (!isPng(bytes)) return parseJson(bytes, looksLikeJson(bytes) ? 'json-broken' : 'not-a-card-file');
		const texts = pngTexts(bytes, CARD_KEYWORDS);
		for (const text of texts.values()) {
			const json = parseJson(Buffer.from(text ?? '', 'base64'), 'unreadable');
			if (json.ok && isFilledObject(json.value)) return json;
		}
		return err(texts.size === 0 ? 'no-card-inside' : 'unreadable');
	},
};

/** Whether the file begins like an object or a list, behind a byte order mark and white space. */
function looksLikeJson(bytes: Uint8Array): boolean {
	return /^\uFEFF?\s*[{[]/.test(
		new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, BEGINNING_BYTES)),
	);
}

/** Some programs leave an empty newer card beside a good older one. */
function isFilledObject(json: unknown): boolean {
	return typeof json === 'object' && json !== null && !Array.isArray(json) && Object.keys(json).length > 0;
}

/** Nesting too deep for the parser is a `RangeError`. */
function parseJson(bytes: Uint8Array, refusal: CardRefusal): Result<unknown, CardRefusal> {
	try {
		const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
		return ok(parsed);
	} catch (error) {
		const isUnreadable = error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError;
		if (isUnreadable) return err(refusal);
		throw error;
	}
}
