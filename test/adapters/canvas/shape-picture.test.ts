/** Pictures of strangers become pictures that any model takes, or nothing. */
import { type Canvas, createCanvas, GifEncoder, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { shapedBytesMax, shapedEdgeMax, shapePicture } from '#adapters/canvas/shape-picture';
import { workerShaper } from '#adapters/canvas/worker-shaper';
import { systemClock } from '#adapters/system/system-clock';
import { pngWith, textChunk } from '../../support/png-file.ts';
import { NotedLog } from '../custom/endpoint.ts';

type Format = 'png' | 'jpeg' | 'webp' | 'avif';

/** Red on its left half and blue on its right; with `alpha` less than 1 it can be seen through. */
function painted(width: number, height: number, alpha = 1) {
	const canvas = createCanvas(width, height);
	const context = canvas.getContext('2d');
	context.globalAlpha = alpha;
	context.fillStyle = 'red';
	context.fillRect(0, 0, width / 2, height);
	context.fillStyle = 'blue';
	context.fillRect(width / 2, 0, width / 2, height);
	return canvas;
}

/** Colours without any order, which no format makes small. */
function noise(width: number, height: number) {
	const canvas = createCanvas(width, height);
	const context = canvas.getContext('2d');
	const image = context.createImageData(width, height);
	let state = 1;
	for (let index = 0; index < image.data.length; index += 1) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		image.data[index] = index % 4 === 3 ? 255 : state >>> 24;
	}
	context.putImageData(image, 0, 0);
	return canvas;
}

async function encoded(canvas: Canvas, format: Format): Promise<Uint8Array> {
	if (format === 'png') return new Uint8Array(await canvas.encode('png'));
	if (format === 'avif') return new Uint8Array(await canvas.encode('avif', { speed: 10 }));
	return new Uint8Array(await canvas.encode(format, 90));
}

function movingGif(): Uint8Array {
	const encoder = new GifEncoder(60, 40);
	for (const colour of ['red', 'blue', 'green']) {
		const canvas = createCanvas(60, 40);
		const context = canvas.getContext('2d');
		context.fillStyle = colour;
		context.fillRect(0, 0, 60, 40);
		encoder.addFrame(new Uint8Array(context.getImageData(0, 0, 60, 40).data), 60, 40, { delay: 100 });
	}
	return new Uint8Array(encoder.finish());
}

const shape = (bytes: Uint8Array, mayMove = false) => shapePicture({ bytes, mayMove });

async function shaped(bytes: Uint8Array, mayMove = false) {
	const result = await shape(bytes, mayMove);
	if (!result.ok) throw new Error(result.error);
	return result.value;
}

/** The colour at a corner, as `red`, `blue` or numbers. */
async function cornerOf(bytes: Uint8Array, corner: 'first' | 'last'): Promise<string> {
	const image = await loadImage(Buffer.from(bytes));
	const canvas = createCanvas(image.width, image.height);
	const context = canvas.getContext('2d');
	context.drawImage(image, 0, 0);
	const [x, y] = corner === 'first' ? [0, 0] : [image.width - 1, image.height - 1];
	const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
	if (red > 200 && green < 60 && blue < 60) return 'red';
	return blue > 200 && red < 60 && green < 60 ? 'blue' : `${red},${green},${blue}`;
}

/** A JPEG with a camera's note: which way up it is, and anything else. */
async function photographed(orientation: number): Promise<Uint8Array> {
	const jpeg = Buffer.from(await encoded(painted(60, 40), 'jpeg'));
	const tiff = Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
	const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from([0, 0, 0, 0])]);
	const head = Buffer.from([0xff, 0xe1, 0, 0]);
	head.writeUInt16BE(body.length + 2, 2);
	return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

describe('within the limits', () => {
	test.each(['png', 'jpeg'] as const)('a %s stays byte for byte what it is', async (format) => {
		const bytes = await encoded(painted(300, 200), format);
		expect(await shaped(bytes)).toEqual({ bytes, mimeType: `image/${format}`, widthPixels: 300, heightPixels: 200 });
	});

	test.each(['webp', 'avif'] as const)('a %s becomes a JPEG of the same size', async (format) => {
		const result = await shaped(await encoded(painted(120, 80), format));
		expect(result).toMatchObject({ mimeType: 'image/jpeg', widthPixels: 120, heightPixels: 80 });
		expect([await cornerOf(result.bytes, 'first'), await cornerOf(result.bytes, 'last')]).toEqual(['red', 'blue']);
	});

	test('what can be seen through stays so', async () => {
		const result = await shaped(await encoded(painted(120, 80, 0.5), 'webp'));
		expect(result.mimeType).toBe('image/png');
	});

	test('a picture with notes on where it was taken is drawn anew, upright', async () => {
		const result = await shaped(await photographed(6));
		expect(result).toMatchObject({ mimeType: 'image/jpeg', widthPixels: 40, heightPixels: 60 });
		expect(Buffer.from(result.bytes).includes('Exif')).toBe(false);
		const noted = await shaped(pngWith([textChunk('Author', 'somebody')], 'after'));
		expect(Buffer.from(noted.bytes).includes('somebody')).toBe(false);
	});

	test('a moving GIF is its first frame, or itself where it may move', async () => {
		const still = await shaped(movingGif());
		expect(still).toMatchObject({ mimeType: 'image/jpeg', widthPixels: 60, heightPixels: 40 });
		expect(await cornerOf(still.bytes, 'last')).toBe('red');
		expect(await shaped(movingGif(), true)).toMatchObject({ bytes: movingGif(), mimeType: 'image/gif' });
		expect((await shaped(movingGif().subarray(0, -1), true)).mimeType).toBe('image/jpeg');
	});
});

describe('beyond the limits', () => {
	test.each([
		{ from: [4_000, 1_000], to: [shapedEdgeMax, 320] },
		{ from: [500, 5_000], to: [128, shapedEdgeMax] },
	] as const)('$from pixels become $to', async ({ from, to }) => {
		const result = await shaped(await encoded(painted(from[0], from[1]), 'png'));
		expect([result.mimeType, result.widthPixels, result.heightPixels]).toEqual(['image/jpeg', ...to]);
	});

	test('many bytes become few, and the same ones each time', async () => {
		const bytes = await encoded(noise(1_200, 900), 'png');
		expect(bytes.length).toBeGreaterThan(shapedBytesMax);
		const [one, two] = [await shaped(bytes), await shaped(bytes)];
		expect(one.bytes.length).toBeLessThanOrEqual(shapedBytesMax);
		expect(Buffer.from(one.bytes).equals(two.bytes)).toBe(true);
	});

	test('a picture that says it has billions of pixels is not decoded', async () => {
		const bomb = Buffer.from(await encoded(painted(8, 8), 'png'));
		bomb.writeUInt32BE(60_000, 16);
		bomb.writeUInt32BE(60_000, 20);
		expect(await shape(bomb)).toEqual({ ok: false, error: 'too-large' });
	});
});

describe('what is no picture', () => {
	test.each([
		['nothing', ''],
		['words', 'words'],
		['half a header', '\x89PNG\r\n\x1a\n'],
		['a JPEG of three bytes', '\xff\xd8\xff'],
	])('%s', async (_name, text) => {
		expect(await shape(Buffer.from(text, 'latin1'))).toEqual({ ok: false, error: 'unreadable' });
	});

	test.each(['png', 'jpeg'] as const)('a %s that breaks off is never handed on as it came', async (format) => {
		const whole = await encoded(noise(200, 200), format);
		const result = await shape(whole.subarray(0, whole.length / 2));
		if (result.ok) expect(Buffer.from(result.value.bytes.subarray(-2)).toString('hex')).toMatch(/^(?:ffd9|6082)$/);
		else expect(result.error).toBe('unreadable');
	});
});

describe('the worker', () => {
	test('gives what the same work gives here, however many ask at once', async () => {
		const log = new NotedLog();
		const shaper = workerShaper({ clock: systemClock, log });
		const bytes = await encoded(painted(2_000, 1_000), 'png');
		const broken = Buffer.from('words');
		const here = await shaped(bytes);
		const results = await Promise.all(
			[bytes, broken, bytes, bytes].map((each) => shaper.shape({ bytes: each, mayMove: false })),
		);
		expect(results.map((result) => result.ok && Buffer.from(result.value.bytes).equals(here.bytes))).toEqual([
			true,
			false,
			true,
			true,
		]);
		expect(log.lines).toEqual([]);
	});
});
