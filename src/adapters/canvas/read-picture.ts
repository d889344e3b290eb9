/** Reads a stranger's picture within bounds. */
import { type Image, loadImage } from '@napi-rs/canvas';
import { imageSize } from 'image-size';

/** Pixels on one side, and of the whole: a small file may unfold to gigabytes. */
const edgeMax = 8_192;
const pixelsMax = 40_000_000;

/** The picture, ready to be drawn; null when it says that it is too large. Rejects when it cannot be read. */
export async function readPicture(bytes: Uint8Array): Promise<Image | null> {
	const { width, height } = imageSize(bytes);
	if (width > edgeMax || height > edgeMax || width * height > pixelsMax) return null;
	return await loadImage(bytes);
}
