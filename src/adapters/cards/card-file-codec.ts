/** Finds the JSON of a character card, and its picture, in the bytes of a file. */
import { CARD_LIMITS, type PersonaPicture } from '#domain/persona-card';
import { type JsonLimits, parseBoundedJson } from '#lib/bounded-json';
import { err, ok, type Result } from '#lib/result';
import type { CardCodec, CardFile, CardRefusal } from '#ports/card-codec';
import { isArchive, openArchive } from './card-archive.ts';
import { defaultPicture, pictureFrom, pictureOf, pngWithTexts } from './card-picture.ts';
import { iconAddress } from './icon-address.ts';
import { isPng, pngChunks } from './png-chunks.ts';
import { pngTexts } from './png-texts.ts';

/** Bytes; larger files are refused before they are read. */
export const CARD_FILE_BYTES_MAX = 10_000_000;
/** Bytes of a card's JSON in an archive. */
const CARD_JSON_BYTES_MAX = 8_000_000;
/** Far more than any card has, and little memory still. */
const JSON_LIMITS: JsonLimits = { depthMax: 100, valuesMax: 250_000 };

/** Enough of a file to see what it begins with. */
const BEGINNING_BYTES = 1_000;

/** Newer cards first: a file may carry both (card specification V3). */
const CARD_KEYWORDS = ['ccv3', 'chara'];
/** Where an archive has its card. */
const CARD_ENTRY = 'card.json';

/** Makes a PNG file of a picture of another kind; null when that is not possible. Never rejects. */
export type ToPng = (picture: Uint8Array) => Promise<Uint8Array | null>;

/**
 * Reads PNG cards (base64 of UTF-8 JSON; a readable `ccv3` is preferred over `chara`), plain JSON cards and archives,
 * and writes PNG cards.
 */
export function createCardFileCodec(toPng: ToPng): CardCodec {
	return {
		decodeCard: async (bytes) => {
			if (bytes.length > CARD_FILE_BYTES_MAX) return err('too-large');
			if (isPng(bytes)) return cardInPicture(bytes);
			if (isArchive(bytes)) return await cardInArchive(bytes);
			if (!looksLikeJson(bytes)) return err('not-a-card-file');
			const json = parseJson(bytes, 'json-broken');
			return json.ok ? ok({ json: json.value, picture: pictureInside(json.value) }) : json;
		},
		encodePng: async ({ v3, v2 }, picture) => {
			const encoded = (json: string): string => Buffer.from(json, 'utf8').toString('base64');
			const own = picture && (picture.mimeType === 'image/png' ? picture.bytes : await toPng(picture.bytes));
			return pngWithTexts(own ?? defaultPicture().bytes, { ccv3: encoded(v3), chara: encoded(v2) });
		},
	};
}

/** A picture that is cut off may have lost its card or half of it, so it is refused whole. */
function cardInPicture(bytes: Uint8Array): Result<CardFile, CardRefusal> {
	const chunks = [...pngChunks(bytes)];
	if (chunks.at(-1)?.type !== 'IEND') return err('picture-broken');
	const texts = pngTexts(chunks, CARD_KEYWORDS);
	let refusal: CardRefusal = 'unreadable';
	for (const text of texts.values()) {
		const json = parseJson(Buffer.from(text ?? '', 'base64'), 'unreadable');
		if (json.ok && isFilledObject(json.value)) return ok({ json: json.value, picture: pictureOf(chunks) });
		if (!json.ok && json.error === 'too-complex') refusal = 'too-complex';
	}
	return err(texts.size === 0 ? 'no-card-inside' : refusal);
}

async function cardInArchive(bytes: Uint8Array): Promise<Result<CardFile, CardRefusal>> {
	const archive = await openArchive(bytes);
	if (!archive.ok) return err(archive.error === 'too-large' ? 'too-large' : 'archive-broken');
	const card = await archive.value.read(CARD_ENTRY, CARD_JSON_BYTES_MAX);
	if (card === null) return err('no-card-inside');
	if (!card.ok) return err(card.error === 'too-large' ? 'too-large' : 'archive-broken');
	const json = parseJson(card.value, 'unreadable');
	if (!json.ok) return json;
	const icon = iconAddress(json.value);
	const file = icon?.kind === 'entry' ? await archive.value.read(icon.name, CARD_LIMITS.pictureBytesMax) : null;
	return ok({ json: json.value, picture: file?.ok ? pictureFrom(file.value) : pictureInside(json.value) });
}

/** The picture that a card carries in its own JSON. */
function pictureInside(json: unknown): PersonaPicture | null {
	const icon = iconAddress(json);
	return icon?.kind === 'base64' ? pictureFrom(new Uint8Array(Buffer.from(icon.text, 'base64'))) : null;
}

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

function parseJson(bytes: Uint8Array, refusal: CardRefusal): Result<unknown, CardRefusal> {
	const json = parseBoundedJson(bytes, JSON_LIMITS);
	if (json.ok) return json;
	return err(json.error === 'too-complex' ? 'too-complex' : refusal);
}
