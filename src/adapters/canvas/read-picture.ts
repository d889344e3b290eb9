/** Reads a stranger's picture within bounds. */
import { type Image, loadImage } from '@napi-rs/canvas';
import { toldSize } from './told-size.ts';

/** Pixels on one side, and of the whole: a small file may unfold to gigabytes. */
const edgeMax = 8_192;
const pixelsMax = 40_000_000;

/** Decoding AVIF takes seven times the memory of other kinds. */
const avifPixelsMax = 12_000_000;

/** How many pixels each kind may have; the decoder knows more kinds, drawings by code and icons among them. */
const PIXELS_MAX: ReadonlyMap<string, number> = new Map([
	['png', pixelsMax],
	['jpg', pixelsMax],
	['gif', pixelsMax],
	['webp', pixelsMax],
	['bmp', pixelsMax],
	['avif', avifPixelsMax],
	['heif', avifPixelsMax],
]);

/** The picture, ready to be drawn; null when anything in it says that it is too large. Rejects when it cannot be read. */
export async function readPicture(bytes: Uint8Array): Promise<Image | null> {
	const { type, width, height } = toldSize(bytes);
	const most = PIXELS_MAX.get(type);
	if (most === undefined) throw new TypeError('No kind of picture that is read.');
	if (width > edgeMax || height > edgeMax || width * height > most) return null;
	return await loadImage(bytes);
}
