/** Avatars are small whatever the picture is. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { avatarEdge, avatarPicture } from '#adapters/canvas/avatar-picture';

async function picture(width: number, height: number, format: 'png' | 'jpeg' | 'webp'): Promise<Uint8Array> {
	const canvas = createCanvas(width, height);
	const context = canvas.getContext('2d');
	for (let line = 0; line < height; line += 1) {
		context.fillStyle = `hsl(${(line * 7) % 360}, 90%, 50%)`;
		context.fillRect(0, line, width, 1);
	}
	return format === 'png' ? await canvas.encode('png') : await canvas.encode(format, 90);
}

describe('an avatar', () => {
	test.each([
		['a portrait', 400, 600, 'png'],
		['a landscape', 900, 200, 'jpeg'],
		['a speck', 1, 1, 'webp'],
	] as const)('of %s is a square PNG', async (...[, width, height, format]) => {
		const avatar = await avatarPicture(await picture(width, height, format));
		const image = await loadImage(avatar ?? new Uint8Array());
		expect([image.width, image.height]).toEqual([avatarEdge, avatarEdge]);
		expect(Buffer.from(avatar ?? []).toString('latin1', 1, 4)).toBe('PNG');
		expect(avatar?.length).toBeLessThan(262_144);
	});

	test('is not made of what is no picture, is cut off, or would unfold to gigabytes', async () => {
		const whole = await picture(300, 300, 'png');
		const huge = new Uint8Array(whole);
		new DataView(huge.buffer).setUint32(16, 60_000);
		new DataView(huge.buffer).setUint32(20, 60_000);
		for (const bytes of [new Uint8Array(), Buffer.from('no picture'), whole.subarray(0, 40), huge]) {
			expect(await avatarPicture(bytes)).toBeNull();
		}
	});
});
