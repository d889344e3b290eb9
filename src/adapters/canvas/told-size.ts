/** How large a picture may turn out to be, by everything in it that a decoder may believe. */
import { imageSize } from 'image-size';
import { avifSizes } from './avif-sizes.ts';
import type { PictureSize } from './picture-size.ts';

/** The largest that any part of the file names. Throws where that cannot be known: then nobody is to decode it. */
export function toldSize(bytes: Uint8Array): PictureSize & { readonly type: string } {
	const { type = '', width, height } = imageSize(bytes);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const sizes = [{ width, height }, ...furtherSizes(type, view)];
	const largest = {
		width: Math.max(...sizes.map((size) => size.width)),
		height: Math.max(...sizes.map((size) => size.height)),
	};
	const isKnown = sizes.every((size) => size.width > 0 && size.height > 0);
	if (!isKnown || !Number.isSafeInteger(largest.width * largest.height)) throw new RangeError('No size is told.');
	return { type, ...largest };
}

function furtherSizes(type: string, view: DataView): readonly PictureSize[] {
	switch (type) {
		case 'gif':
			return gifSizes(view);
		case 'jpg':
			return jpegSizes(view);
		case 'avif':
		case 'heif':
			return avifSizes(view);
		default:
			return [];
	}
}

const GIF = { screenEnd: 13, extension: 0x21, frame: 0x2c, frameBytes: 10, tableFlag: 0x80, tableBits: 7 } as const;

/** Of its frames: a first one that is larger than the screen makes the picture larger. */
function gifSizes(view: DataView): readonly PictureSize[] {
	const sizes: PictureSize[] = [];
	const tableAfter = (flags: number): number => (flags & GIF.tableFlag ? 3 << ((flags & GIF.tableBits) + 1) : 0);
	let at = GIF.screenEnd + tableAfter(view.getUint8(10));
	const skipBlocks = (): void => {
		while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
		at += 1;
	};
	while (at < view.byteLength) {
		const kind = view.getUint8(at);
		if (kind === GIF.extension) {
			at += 2;
		} else if (kind === GIF.frame && at + GIF.frameBytes <= view.byteLength) {
			const [left = 0, top = 0, width = 0, height = 0] = [1, 3, 5, 7].map((offset) =>
				view.getUint16(at + offset, true),
			);
			sizes.push({ width: left + width, height: top + height });
			at += GIF.frameBytes + tableAfter(view.getUint8(at + 9)) + 1;
		} else {
			break;
		}
		skipBlocks();
	}
	return sizes;
}

const JPEG = { begin: 0xff, scan: 0xda, end: 0xd9, firstFrame: 0xc0, lastFrame: 0xcf } as const;
/** Tables and a reserved mark among the marks of frames, and marks that nothing follows. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const BARE: ReadonlySet<number> = new Set([0x00, 0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8]);

/** Of the frame that stands before the first scan, found as decoders find it: marks may be filled up in front. */
function jpegSizes(view: DataView): readonly PictureSize[] {
	const sizes: PictureSize[] = [];
	let at = 2;
	for (;;) {
		while (view.getUint8(at) !== JPEG.begin) at += 1;
		while (view.getUint8(at) === JPEG.begin) at += 1;
		const mark = view.getUint8(at);
		at += 1;
		if (mark === JPEG.scan || mark === JPEG.end) break;
		if (BARE.has(mark)) continue;
		if (mark >= JPEG.firstFrame && mark <= JPEG.lastFrame && !NO_FRAMES.has(mark)) {
			sizes.push({ height: view.getUint16(at + 3), width: view.getUint16(at + 5) });
		}
		at += view.getUint16(at);
	}
	if (sizes.length === 0) throw new RangeError('No frame is told.');
	return sizes;
}
