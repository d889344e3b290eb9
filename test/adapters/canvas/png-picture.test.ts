/** Pictures of other kinds become PNG files, within bounds. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { pngEdgeMax, pngPicture } from '#adapters/canvas/png-picture';
import { createCardFileCodec } from '#adapters/cards/card-file-codec';
import { isPng } from '#adapters/cards/png-chunks';
import { charxOf } from '../../support/character-cards.ts';

async function picture(width: number, height: number, kind: 'jpeg' | 'webp'): Promise<Buffer> {
	const canvas = createCanvas(width, height);
	const context = canvas.getContext('2d');
	context.fillStyle = 'red';
	context.fillRect(0, 0, width, height);
	return kind === 'jpeg' ? await canvas.encode('jpeg') : await canvas.encode('webp');
}

describe('pngPicture', () => {
	test.each([
		['jpeg', [60, 90], [60, 90]],
		['webp', [60, 90], [60, 90]],
		['jpeg', [4_000, 1_000], [pngEdgeMax, 256]],
	] as const)('%s of %j pixels is %j', async (kind, [width, height], size) => {
		const png = await pngPicture(await picture(width, height, kind));
		expect(isPng(png ?? new Uint8Array())).toBe(true);
		const image = await loadImage(png ?? new Uint8Array());
		expect([image.width, image.height]).toEqual(size);
	});

	test.each([
		['nothing', new Uint8Array()],
		['no picture', Buffer.from('not a picture at all')],
		['a picture that is cut off', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
	])('%s is null', async (_name, bytes) => {
		expect(await pngPicture(bytes)).toBeNull();
	});

	test("a card's photograph is the picture of its export", async () => {
		const codec = createCardFileCodec(pngPicture);
		const assets = [{ type: 'icon', uri: 'embeded://assets/icon/main.png', name: 'main' }];
		const card = { spec: 'chara_card_v3', data: { name: 'A', assets } };
		const read = await codec.decodeCard(charxOf(card, await picture(60, 90, 'webp')));
		const kept = read.ok ? read.value.picture : null;
		expect(kept?.mimeType).toBe('image/webp');
		const out = await codec.encodePng({ v3: JSON.stringify(card), v2: '{}' }, kept);
		const image = await loadImage(out);
		expect([image.width, image.height]).toEqual([60, 90]);
		expect(await codec.decodeCard(out)).toMatchObject({ ok: true, value: { json: card } });
	});

	test('a picture that cannot be read gives way to the plain one', async () => {
		const codec = createCardFileCodec(pngPicture);
		const out = await codec.encodePng(
			{ v3: '{"a":1}', v2: '{}' },
			{ bytes: new Uint8Array(9), mimeType: 'image/jpeg' },
		);
		const image = await loadImage(out);
		expect([image.width, image.height]).toEqual([400, 600]);
	});
});
