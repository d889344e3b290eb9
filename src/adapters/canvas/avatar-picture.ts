/** Makes an avatar of a picture. */
import { createCanvas } from '@napi-rs/canvas';
import { readPicture } from './read-picture.ts';

/** Pixels on each side; Discord shows emoji and avatars no larger. */
export const avatarEdge = 128;

/** The picture's middle as a square PNG of at most 64 KiB and a little; null when it cannot be read or is too large. */
export async function avatarPicture(bytes: Uint8Array): Promise<Uint8Array | null> {
	try {
		const image = await readPicture(bytes);
		if (!image) return null;
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
