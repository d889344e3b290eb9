/** Small files that unfold to more than they say, and what is no picture at all. None of them is decoded. */
import { createCanvas, GifEncoder } from '@napi-rs/canvas';
import { imageSize } from 'image-size';
import { describe, expect, test } from 'vitest';
import { avatarPicture } from '#adapters/canvas/avatar-picture';
import { readPicture } from '#adapters/canvas/read-picture';
import { shapePicture } from '#adapters/canvas/shape-picture';

/** One side of it is beyond what is decoded, and the whole is cheap. */
const long = { width: 9_000, height: 8 };

async function jpegOf({ width, height }: typeof long): Promise<Buffer> {
	return Buffer.from(await createCanvas(width, height).encode('jpeg', 50));
}

async function avifOf({ width, height }: typeof long): Promise<Buffer> {
	return Buffer.from(await createCanvas(width, height).encode('avif', { speed: 10 }));
}

/** One frame in a screen of one pixel. */
function gifWithFrame({ width, height }: typeof long): Buffer {
	const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
	const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
	frame.writeUInt16LE(width, 5);
	frame.writeUInt16LE(height, 7);
	return Buffer.concat([head, frame, Buffer.from([2, 2, 0x44, 1, 0, 0x3b])]);
}

/** A mark that is filled up in front, behind which another reader finds a frame of its own in the notes. */
async function jpegWithTwoFrames(): Promise<Buffer> {
	const jpeg = await jpegOf(long);
	const notes = Buffer.alloc(0xff00);
	const misread = 0xe1ff;
	Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 8, 0, 8]).copy(notes, misread - 1);
	notes.writeUInt16BE(notes.length, 0);
	return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff, 0xe1]), notes, jpeg.subarray(2)]);
}

/** The sizes that its properties tell are others than those of the picture. */
async function avifThatTells(told: typeof long, size: typeof long): Promise<Buffer> {
	const avif = await avifOf(size);
	const at = avif.indexOf('ispe') + 8;
	avif.writeUInt32BE(told.width, at);
	avif.writeUInt32BE(told.height, at + 4);
	return avif;
}

/** A property that belongs to no picture, and that one reader takes off its width. */
async function avifThatIsCut(): Promise<Buffer> {
	const avif = await avifOf(long);
	const clap = Buffer.alloc(40);
	clap.writeUInt32BE(clap.length, 0);
	clap.write('clap', 4, 'latin1');
	clap.writeUInt32BE(long.width - 8, 12);
	const ipco = avif.indexOf('ipco') - 4;
	const end = ipco + avif.readUInt32BE(ipco);
	for (const name of ['ipco', 'iprp', 'meta']) {
		const at = avif.indexOf(name) - 4;
		avif.writeUInt32BE(avif.readUInt32BE(at) + clap.length, at);
	}
	// Where the encoder writes the offsets of its two items, the picture and what can be seen through.
	const items = avif.indexOf('iloc') + 12;
	for (let item = 0, at = items + 6; item < avif.readUInt16BE(items - 2); item += 1, at += 14) {
		avif.writeUInt32BE(avif.readUInt32BE(at) + clap.length, at);
	}
	return Buffer.concat([avif.subarray(0, end), clap, avif.subarray(end)]);
}

describe('a picture that is larger than one of its parts says', () => {
	test.each<[string, () => Buffer | Promise<Buffer>]>([
		['a GIF whose frame is larger than its screen', () => gifWithFrame(long)],
		['a JPEG in whose notes another frame stands', jpegWithTwoFrames],
		['an AVIF whose properties say less', () => avifThatTells({ width: 64, height: 8 }, long)],
		[
			'an AVIF whose properties say more',
			() => avifThatTells({ width: 8_000, height: 5_000 }, { width: 64, height: 8 }),
		],
		['an AVIF that is cut', avifThatIsCut],
	])('%s', async (_name, make) => {
		const bytes = await make();
		const { width, height } = imageSize(bytes);
		expect(width * height).toBeLessThanOrEqual(40_000_000);
		expect(width).toBeLessThanOrEqual(8_192);
		expect(await readPicture(bytes)).toBeNull();
		expect(await shapePicture({ bytes, mayMove: true })).toEqual({ ok: false, error: 'too-large' });
		expect(await avatarPicture(bytes)).toBeNull();
	});
});

test('an AVIF whose parts may be read in two ways is not opened', async () => {
	const avif = await avifOf({ width: 64, height: 8 });
	const film = Buffer.from('\0\0\0\x08moov', 'latin1');
	await expect(readPicture(Buffer.concat([avif, film]))).rejects.toThrow();
	const grid = Buffer.from(avif);
	grid.write('grid', grid.indexOf('av01', grid.indexOf('infe')), 'latin1');
	await expect(readPicture(grid)).rejects.toThrow();
	const twice = Buffer.from(avif);
	const [first, second] = [twice.indexOf('infe'), twice.lastIndexOf('infe')];
	expect(second).toBeGreaterThan(first);
	twice.copy(twice, second + 8, first + 8, first + 10);
	await expect(readPicture(twice)).rejects.toThrow();
});

test('what is drawn by code, or holds other pictures, is not opened', async () => {
	const svg = Buffer.from(
		'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
	);
	const png = Buffer.from(await createCanvas(8, 8).encode('png'));
	const icon = Buffer.alloc(22);
	icon.writeUInt16LE(1, 2);
	icon.writeUInt16LE(1, 4);
	icon.set([8, 8], 6);
	icon.writeUInt32LE(png.length, 14);
	icon.writeUInt32LE(icon.length, 18);
	for (const bytes of [svg, Buffer.concat([icon, png])]) {
		expect(imageSize(bytes)).toMatchObject({ width: 8, height: 8 });
		await expect(readPicture(bytes)).rejects.toThrow();
		expect(await avatarPicture(bytes)).toBeNull();
	}
});

test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('an honest one is read: %s', async (format) => {
	const canvas = createCanvas(60, 40);
	const encoder = new GifEncoder(60, 40);
	encoder.addFrame(new Uint8Array(canvas.getContext('2d').getImageData(0, 0, 60, 40).data), 60, 40, { delay: 100 });
	const bytes = format === 'gif' ? encoder.finish() : await canvas.encode(format as 'png');
	expect(await readPicture(new Uint8Array(bytes))).toMatchObject({ width: 60, height: 40 });
});

test('files that are cut anywhere, or in which anything is changed, are read or refused, and nothing waits for them', async () => {
	const files = [
		gifWithFrame({ width: 6, height: 4 }),
		await jpegOf({ width: 6, height: 4 }),
		await avifOf({ width: 6, height: 4 }),
	];
	for (const file of files) {
		for (let length = 0; length < file.length; length += 7) {
			await readPicture(file.subarray(0, length)).catch(() => null);
			const changed = Buffer.from(file);
			changed[length] = 0xff;
			await readPicture(changed).catch(() => null);
		}
	}
	expect(files).toHaveLength(3);
});
