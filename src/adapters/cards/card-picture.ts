/** The picture of a card: what is kept of a file, and the plain one for personas without. */
import { deflateSync } from 'node:zlib';
import { CARD_LIMITS, type PersonaPicture } from '#domain/persona-card';
import { isIntact, isPng, type PngChunk, pngChunk, pngChunks, pngFile } from './png-chunks.ts';

/** What a still picture is drawn from; texts, places, cameras and moving pictures are left out. */
const KEPT_TYPES: ReadonlySet<string> = new Set([
	...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs'],
]);
const HEADER_BYTES = 13;
/** The usual measure of card pictures. */
const DEFAULT_SIZE = { width: 400, height: 600 } as const;
const DEFAULT_COLOUR = [0x6b, 0x5f, 0x8c] as const;

/** The picture alone of a card's chunks; null when it is damaged, has no data or is larger than what is kept. */
export function pictureOf(chunks: readonly PngChunk[]): PersonaPicture | null {
	const kept = chunks.filter(({ type }) => KEPT_TYPES.has(type));
	const isWhole =
		kept[0]?.type === 'IHDR' &&
		kept[0].data.length === HEADER_BYTES &&
		kept.at(-1)?.type === 'IEND' &&
		kept.some(({ type, data }) => type === 'IDAT' && data.length > 0);
	if (!isWhole || !kept.every(isIntact)) return null;
	const bytes = pngFile(kept);
	return bytes.length > CARD_LIMITS.pictureBytesMax ? null : { bytes, mimeType: 'image/png' };
}

/** Bytes of a picture file of the kinds that Discord shows, told by how they begin; null for anything else. */
export function pictureFrom(bytes: Uint8Array): PersonaPicture | null {
	if (isPng(bytes)) return pictureOf([...pngChunks(bytes)]);
	if (bytes.length > CARD_LIMITS.pictureBytesMax) return null;
	const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
	if (beginning.startsWith('\u00FF\u00D8\u00FF')) return { bytes, mimeType: 'image/jpeg' };
	const isWebp = beginning.startsWith('RIFF') && beginning.endsWith('WEBP');
	return isWebp ? { bytes, mimeType: 'image/webp' } : null;
}

/** A plain picture in one colour. */
export function defaultPicture(): PersonaPicture {
	const { width, height } = DEFAULT_SIZE;
	const header = new Uint8Array(HEADER_BYTES);
	const view = new DataView(header.buffer);
	view.setUint32(0, width);
	view.setUint32(4, height);
	// One bit a pixel, each an index into a palette of one colour.
	header.set([1, 3, 0, 0, 0], 8);
	const rowBytes = 1 + Math.ceil(width / 8);
	const chunks = [
		pngChunk('IHDR', header),
		pngChunk('PLTE', Uint8Array.from(DEFAULT_COLOUR)),
		pngChunk('IDAT', deflateSync(new Uint8Array(rowBytes * height))),
		pngChunk('IEND', new Uint8Array()),
	];
	return { bytes: pngFile(chunks), mimeType: 'image/png' };
}

/** The picture with further texts (ASCII, by keyword) before its end. */
export function pngWithTexts(picture: Uint8Array, texts: Readonly<Record<string, string>>): Uint8Array {
	const added = Object.entries(texts).map(([keyword, text]) =>
		pngChunk('tEXt', new Uint8Array(Buffer.from(`${keyword}\0${text}`, 'latin1'))),
	);
	const chunks = [...pngChunks(picture)];
	return pngFile([...chunks.slice(0, -1), ...added, ...chunks.slice(-1)]);
}
