/** Sizes that an AVIF file names: those of its properties, and those of the pictures themselves (ISO 14496-12, AV1 5.5). */
import type { PictureSize } from './picture-size.ts';

interface Box {
	readonly type: string;
	/** Where its contents are in the file. */
	readonly from: number;
	readonly to: number;
}

/** Kinds of items that are no pictures, or one coded picture; grids and overlays are put together from many. */
const CODED = 'av01';
const NO_PICTURES: ReadonlySet<string> = new Set(['Exif', 'mime']);

/** Boxes, items and pieces that are looked at; no honest picture has as many. */
const partsMax = 1_000;

/** Throws for what is put together in a way that is not looked through. */
export function avifSizes(view: DataView): readonly PictureSize[] {
	const file = boxesIn(view, { from: 0, to: view.byteLength });
	// A decoder may take the film in place of the picture.
	if (file.some(({ type }) => type === 'moov')) throw new RangeError('A film.');
	const meta = boxNamed('meta', file);
	const parts = boxesIn(view, { from: meta.from + 4, to: meta.to });
	const properties = boxesIn(view, boxNamed('ipco', boxesIn(view, boxNamed('iprp', parts))));
	const told = properties
		.filter(({ type }) => type === 'ispe')
		.map(({ from }) => ({ width: view.getUint32(from + 4), height: view.getUint32(from + 8) }));
	const kinds = itemKinds(view, boxNamed('iinf', parts));
	if ([...kinds.values()].some((kind) => kind !== CODED && !NO_PICTURES.has(kind))) throw new RangeError('A grid.');
	const data = parts.find(({ type }) => type === 'idat');
	const coded = itemPieces(view, boxNamed('iloc', parts))
		.filter(({ id }) => kinds.get(id) === CODED)
		.flatMap((item) => codedSizes(joined(view, item, data)));
	if (coded.length === 0) throw new RangeError('No coded picture.');
	return [...told, ...coded];
}

function boxesIn(view: DataView, { from, to }: Pick<Box, 'from' | 'to'>): readonly Box[] {
	const boxes: Box[] = [];
	for (let at = from; at < to; ) {
		const named = view.getUint32(at);
		// Longer than four gigabytes is nothing here, and a box without a length goes to the end.
		const end = named === 0 ? to : at + named;
		if (named === 1 || end < at + 8 || end > to || boxes.length >= partsMax) throw new RangeError('Broken boxes.');
		boxes.push({ type: text(view, at + 4), from: at + 8, to: end });
		at = end;
	}
	return boxes;
}

function boxNamed(name: string, boxes: readonly Box[]): Box {
	const [box, ...more] = boxes.filter(({ type }) => type === name);
	if (box === undefined || more.length > 0) throw new RangeError(`Not one ${name}.`);
	return box;
}

function text(view: DataView, at: number): string {
	return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

/** Item id → its kind. */
function itemKinds(view: DataView, { from, to }: Box): ReadonlyMap<number, string> {
	const countBytes = view.getUint8(from) === 0 ? 2 : 4;
	const entries = boxesIn(view, { from: from + 4 + countBytes, to });
	const kinds = new Map(
		entries.map((entry) => {
			const version = view.getUint8(entry.from);
			if (entry.type !== 'infe' || version < 2) throw new RangeError('An unknown item.');
			const idBytes = version === 2 ? 2 : 4;
			const id = idBytes === 2 ? view.getUint16(entry.from + 4) : view.getUint32(entry.from + 4);
			return [id, text(view, entry.from + 4 + idBytes + 2)] as const;
		}),
	);
	if (kinds.size !== entries.length) throw new RangeError('An item that is there twice.');
	return kinds;
}

interface Item {
	readonly id: number;
	readonly isInside: boolean;
	readonly pieces: readonly { readonly offset: number; readonly length: number }[];
}

function itemPieces(view: DataView, { from }: Box): readonly Item[] {
	let at = from + 4;
	const read = (bytes: number): number => {
		let value = 0;
		for (let index = 0; index < bytes; index += 1) value = value * 256 + view.getUint8(at + index);
		at += bytes;
		return value;
	};
	const version = view.getUint8(from);
	const [lengths, more] = [read(1), read(1)];
	const [offsetBytes, lengthBytes, baseBytes] = [lengths >> 4, lengths & 15, more >> 4];
	const indexBytes = version === 0 ? 0 : more & 15;
	const count = read(version < 2 ? 2 : 4);
	if (count > partsMax) throw new RangeError('Too many items.');
	return Array.from({ length: count }, () => {
		const id = read(version < 2 ? 2 : 4);
		const method = version === 0 ? 0 : read(2) & 15;
		if (read(2) !== 0 || method > 1) throw new RangeError('Bytes from elsewhere.');
		const base = read(baseBytes);
		const pieces = Array.from({ length: Math.min(read(2), partsMax) }, () => {
			read(indexBytes);
			return { offset: base + read(offsetBytes), length: read(lengthBytes) };
		});
		return { id, isInside: method === 1, pieces };
	});
}

function joined(view: DataView, { isInside, pieces }: Item, data: Box | undefined): Uint8Array {
	const start = isInside ? (data?.from ?? view.byteLength) : 0;
	const chunks = pieces.map(({ offset, length }) => {
		const from = start + offset;
		const to = length === 0 ? view.byteLength : from + length;
		if (from > view.byteLength || to > view.byteLength) throw new RangeError('Bytes that are not there.');
		return new Uint8Array(view.buffer, view.byteOffset + from, to - from);
	});
	const [only] = chunks;
	return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

const SEQUENCE_HEADER = 1;
/** Of a length, in groups of seven. */
const lengthBitsMax = 35;

/** Of every header in the coded data; decoders go by the last one that they have read. */
function codedSizes(bytes: Uint8Array): readonly PictureSize[] {
	const sizes: PictureSize[] = [];
	let at = 0;
	for (let parts = 0; at < bytes.length; parts += 1) {
		const header = byteAt(bytes, at);
		at += (header & 4) === 0 ? 1 : 2;
		let length = bytes.length - at;
		if ((header & 2) !== 0) {
			length = 0;
			for (let shift = 0; shift < lengthBitsMax; shift += 7) {
				const byte = byteAt(bytes, at);
				at += 1;
				length += (byte & 127) * 2 ** shift;
				if ((byte & 128) === 0) break;
				if (shift + 7 >= lengthBitsMax) throw new RangeError('Broken coding.');
			}
		}
		if (parts >= partsMax || at + length > bytes.length) throw new RangeError('Broken coding.');
		if (((header >> 3) & 15) === SEQUENCE_HEADER) sizes.push(sequenceSize(bytes.subarray(at, at + length)));
		at += length;
	}
	if (sizes.length === 0) throw new RangeError('No sequence header.');
	return sizes;
}

function byteAt(bytes: Uint8Array, at: number): number {
	const byte = bytes[at];
	if (byte === undefined) throw new RangeError('The bytes end.');
	return byte;
}

/** What the header allows; frames of all but the plainest form may name any size that the bits have room for. */
function sequenceSize(bytes: Uint8Array): PictureSize {
	let at = 0;
	const read = (bits: number): number => {
		let value = 0;
		for (let bit = 0; bit < bits; bit += 1, at += 1) {
			value = value * 2 + ((byteAt(bytes, at >> 3) >> (7 - (at & 7))) & 1);
		}
		return value;
	};
	read(4);
	const isPlain = read(1) === 1;
	if (isPlain) read(5);
	else skipOperation(read);
	const [widthBits, heightBits] = [read(4) + 1, read(4) + 1];
	const size = { width: read(widthBits) + 1, height: read(heightBits) + 1 };
	return isPlain ? size : { width: 2 ** widthBits, height: 2 ** heightBits };
}

const highLevel = 7;

function skipOperation(read: (bits: number) => number): void {
	if (read(1) === 1) throw new RangeError('A film.');
	const hasDelays = read(1) === 1;
	for (let points = read(5); points >= 0; points -= 1) {
		read(12);
		if (read(5) > highLevel) read(1);
		if (hasDelays && read(1) === 1) read(4);
	}
}
