/** Makes an avatar of a picture. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { imageSize } from 'image-size';

/** Pixels on each side; Discord shows emoji and avatars no larger. */
export const avatarEdge = 128;

/** Pixels on one side, and of the whole: a small file may unfold to gigabytes. */
const edgeMax = 8_192;
const pixelsMax = 40_000_000;

/** The picture's middle as a square PNG of at most 64 KiB and a little; null when it cannot be read or is too large. */
export async function avatarPicture(bytes: Uint8Array): Promise<Uint8Array | null> {
	try {
		const { width, height } = imageSize(bytes);
		if (width > edgeMax || height > edgeMax || width * height > pixelsMax) return null;
		const image = await loadImage(bytes);
		const edge = Math.min(image.width, image.height);
		const left = (image.width - edge) / 2;
		// A portrait's face is in its upper part.
		const top = (image.height - edge) / 4;
		const canvas = createCanvas(avatarEdge, avatarEdge);
		const context = canvas.getContext('2d');
		context.imageSmoothingQuality = 'high';
		context.drawImage(image, left, top, edge, edge, 0, 0, avatarEdge, avatarEdge);
		return await canvas.encode('png');
	} catch {
		return null;
	}
}
