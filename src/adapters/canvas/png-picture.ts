/** Makes a PNG file of a picture of another kind. */
import { createCanvas } from '@napi-rs/canvas';
import { readPicture } from './read-picture.ts';

/** Pixels on the longer side; a photograph's PNG file is many times as large as the photograph's own. */
export const pngEdgeMax = 1_024;

/** The whole picture, made smaller where it has to be; null when it cannot be read or is too large. */
export async function pngPicture(bytes: Uint8Array): Promise<Uint8Array | null> {
	try {
		const image = await readPicture(bytes);
		if (!image) return null;
		const scale = Math.min(1, pngEdgeMax / Math.max(image.width, image.height));
		const [width, height] = [image.width, image.height].map((edge) => Math.max(1, Math.round(edge * scale)));
		if (!width || !height) return null;
		const canvas = createCanvas(width, height);
		const context = canvas.getContext('2d');
		context.imageSmoothingQuality = 'high';
		context.drawImage(image, 0, 0, width, height);
		return new Uint8Array(await canvas.encode('png'));
	} catch {
		return null;
	}
}
