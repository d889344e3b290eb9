/** Pictures as files: sizes, letters of every script, and what becomes of what cannot be drawn. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { drawableText } from '#adapters/canvas/font-slices';
import { workerPainter } from '#adapters/canvas/worker-painter';
import { systemClock } from '#adapters/system/system-clock';
import type { TalkPicture, WindowPicture } from '#domain/picture';
import { recordingLog } from '../../support/store-log.ts';

const painter = workerPainter({ clock: systemClock, log: recordingLog() });

const TALK: TalkPicture = {
	kind: 'talk',
	title: 'Who talked with whom',
	subtitle: 'two days',
	daysHeading: 'By day',
	rowsHeading: 'People',
	totalHeading: 'Total',
	personas: ['Tomori'],
	days: [
		{ label: '1 Mar', counts: [0] },
		{ label: '2 Mar', counts: [12] },
	],
	rows: [{ name: 'Ellen', counts: [12] }],
	locale: 'en',
};

const WINDOW: WindowPicture = {
	kind: 'window',
	title: 'Context',
	subtitle: '10 of 100 tokens',
	parts: [
		{ part: 'history', name: 'Conversation', size: '10%', share: 0.1 },
		{ part: 'free', name: 'Free', size: '90%', share: 0.9 },
	],
};

/** The share of a picture's pixels that have a colour. */
async function shareOf(png: Uint8Array | null, colour: readonly [number, number, number]): Promise<number> {
	if (png === null) throw new Error('nothing was drawn');
	const image = await loadImage(png);
	const context = createCanvas(image.width, image.height).getContext('2d');
	context.drawImage(image, 0, 0);
	const { data } = context.getImageData(0, 0, image.width, image.height);
	let found = 0;
	for (let at = 0; at < data.length; at += 4) {
		if (colour.every((value, channel) => data[at + channel] === value)) found += 1;
	}
	return found / (data.length / 4);
}

describe('pictures', () => {
	test('of talk have their own opaque ground and a column in the colour of the persona', async () => {
		const png = await painter.paint(TALK);
		expect(await shareOf(png, [0x1e, 0x1f, 0x29])).toBeGreaterThan(0.5);
		expect(await shareOf(png, [0xf4, 0xa2, 0x59])).toBeGreaterThan(0.005);
	}, 30_000);

	test('of the window show how much of it is taken', async () => {
		const blue = [0x5c, 0xb8, 0xe4] as const;
		const tenth = await shareOf(await painter.paint(WINDOW), blue);
		const parts = [
			{ part: 'history', name: 'Conversation', size: '80%', share: 0.8 },
			{ part: 'free', name: 'Free', size: '20%', share: 0.2 },
		] as const;
		const most = await shareOf(await painter.paint({ ...WINDOW, parts }), blue);
		expect(tenth).toBeGreaterThan(0);
		expect(most).toBeGreaterThan(tenth * 5);
	}, 30_000);

	test('are drawn whatever people call themselves', async () => {
		const names = ['', '😀', '\u202e', 'エレン', '한국어', 'x'.repeat(2_000), '\ud800', 'مرحبا', '👩‍👩‍👧'];
		const rows = names.map((name) => ({ name, counts: [1] }));
		expect(await painter.paint({ ...TALK, rows, personas: [names[5] ?? ''] })).not.toBeNull();
	}, 30_000);

	test('that many people ask for at once come for some and hold nobody up', async () => {
		const painted = await Promise.all(Array.from({ length: 6 }, () => painter.paint(WINDOW)));
		expect(painted.filter((png) => png !== null)).toHaveLength(3);
		expect(await painter.paint(WINDOW)).not.toBeNull();
	}, 60_000);
});

describe('letters', () => {
	test.each([
		['Ellen', 'Ellen'],
		['São  João\n', 'São João'],
		['Ellen 😀', 'Ellen'],
		['👩‍👩‍👧', '…'],
		['', ''],
		['東京 한국 简体', '東京 한국 简体'],
	])('of %j are drawn as %j', (given, drawn) => {
		expect(drawableText(given).text).toBe(drawn);
	});

	test('find a font for every script that the slices know', () => {
		const context = createCanvas(10, 10).getContext('2d');
		for (const letter of ['A', 'я', 'λ', 'あ', '漢', '한', '简']) {
			const { text, families } = drawableText(letter);
			context.font = `40px ${families}`;
			expect(context.measureText(text).width, letter).toBeGreaterThan(10);
		}
	});
});
