/** Makes a stranger's picture one that any model takes: a PNG or JPEG of a fair size. */
import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';
import { imageSize } from 'image-size';
import { err, ok, type Result } from '#lib/result';
import type { RawPicture, ShapedPicture, ShapeRefusal } from '#ports/picture-shaper';
import { readPicture } from './read-picture.ts';
import { isWholeAndBare } from './whole-picture.ts';

/** Pixels on the longer side; the words of a screenshot can still be read. */
export const shapedEdgeMax = 1_280;

/** Of a picture as it is sent, in bytes. */
export const shapedBytesMax = 1_000_000;

/** Of JPEG files, one after the other until one is small enough. */
const QUALITIES = [85, 70, 50] as const;

const opaque = 255;
/** The last byte of every whole GIF. */
const gifEnd = 0x3b;

/**
 * The picture as it came, where it is a whole PNG or JPEG within the limits without notes on where it was taken; a GIF as
 * it came where it may move; else drawn anew, turned upright and made smaller: a JPEG, or a PNG where it can be seen
 * through. Of what moves that is the first frame. A picture that says it is too large is never decoded.
 */
export async function shapePicture({ bytes, mayMove }: RawPicture): Promise<Result<ShapedPicture, ShapeRefusal>> {
	try {
		const { type } = imageSize(bytes);
		const image = await readPicture(bytes);
		if (image === null) return err('too-large');
		if (image.width < 1 || image.height < 1) return err('unreadable');
		const size = { widthPixels: image.width, heightPixels: image.height };
		if (type === 'gif' && mayMove && bytes.at(-1) === gifEnd) return ok({ bytes, mimeType: 'image/gif', ...size });
		const isSmall = Math.max(image.width, image.height) <= shapedEdgeMax && bytes.length <= shapedBytesMax;
		if (isSmall && (type === 'png' || type === 'jpg') && isWholeAndBare(bytes)) {
			return ok({ bytes, mimeType: type === 'png' ? 'image/png' : 'image/jpeg', ...size });
		}
		return await encoded(drawn(image));
	} catch {
		return err('unreadable');
	}
}

function drawn(image: Image): Canvas {
	const scale = Math.min(1, shapedEdgeMax / Math.max(image.width, image.height));
	const [width = 1, height = 1] = [image.width, image.height].map((edge) => Math.max(1, Math.round(edge * scale)));
	const canvas = createCanvas(width, height);
	const context = canvas.getContext('2d');
	context.imageSmoothingQuality = 'high';
	context.drawImage(image, 0, 0, width, height);
	return canvas;
}

async function encoded(canvas: Canvas): Promise<Result<ShapedPicture, ShapeRefusal>> {
	const size = { widthPixels: canvas.width, heightPixels: canvas.height };
	if (isSeenThrough(canvas)) {
		const png = await canvas.encode('png');
		if (png.length <= shapedBytesMax) return ok({ bytes: png, mimeType: 'image/png', ...size });
		onWhite(canvas);
	}
	for (const quality of QUALITIES) {
		const jpeg = await canvas.encode('jpeg', quality);
		if (jpeg.length <= shapedBytesMax) return ok({ bytes: jpeg, mimeType: 'image/jpeg', ...size });
	}
	return err('too-large');
}

function isSeenThrough(canvas: Canvas): boolean {
	const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
	for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== opaque) return true;
	return false;
}

/** JPEG files cannot be seen through, and black words on nothing would be black on black. */
function onWhite(canvas: Canvas): void {
	const context = canvas.getContext('2d');
	context.globalCompositeOperation = 'destination-over';
	context.fillStyle = 'white';
	context.fillRect(0, 0, canvas.width, canvas.height);
}
