/** What a strict server takes of pictures and videos. */
import { createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drawPng } from '#playground/discord-server/serve-cdn';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';

let server: OpenaiServer;

beforeEach(() => {
	const models = { reader: 8_192, eyes: 8_192, cinema: 8_192, small: 300 };
	server = startOpenaiServer({ models, seeing: { eyes: 'images', cinema: 'videos', small: 'images' } });
});

afterEach(() => server.stop());

const data = (bytes: Uint8Array, type = 'image/png'): string =>
	`data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const image = (url: string) => ({ type: 'image_url', image_url: { url } });
const video = (url: string) => ({ type: 'video_url', video_url: { url } });
const words = { type: 'text', text: 'Bo: look' };
const PNG = drawPng('cat');
const MP4 = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2', 'latin1');

async function status(model: string, content: readonly unknown[], role = 'user'): Promise<number> {
	const others = role === 'user' ? [] : [{ role: 'user', content: 'Bo: hi' }];
	const messages = [...others, { role, content }];
	const body = JSON.stringify({ model, messages, max_tokens: 16 });
	return (await fetch(`${server.url}/chat/completions`, { method: 'POST', body })).status;
}

describe('taken', () => {
	test('are whole pictures where the model sees, with words or alone', async () => {
		const jpeg = await createCanvas(9, 9).encode('jpeg');
		expect(await status('eyes', [image(data(PNG)), words])).toBe(200);
		expect(await status('eyes', [image(data(jpeg, 'image/jpeg'))])).toBe(200);
		expect(await status('cinema', [video(data(MP4, 'video/mp4')), image(data(PNG)), words])).toBe(200);
		expect(await status('cinema', [video('https://youtu.be/abcdefghijk')])).toBe(200);
		expect(server.violations).toEqual([]);
	});
});

describe('refused', () => {
	test.each<[string, string, readonly unknown[]]>([
		['a picture for a model that reads', 'reader', [image(data(PNG)), words]],
		['a video for a model that sees pictures', 'eyes', [video(data(MP4, 'video/mp4')), words]],
		['half a picture', 'eyes', [image(data(PNG.subarray(0, PNG.length - 20))), words]],
		['a picture of another type than it says', 'eyes', [image(data(PNG, 'image/jpeg')), words]],
		['a picture with nothing inside', 'eyes', [image('data:image/png;base64,'), words]],
		['words that say they are a picture', 'eyes', [image(data(Buffer.from('words'))), words]],
		['an address on the internet', 'eyes', [image('https://files.example/a.png'), words]],
		['a video that is none', 'cinema', [video(data(PNG, 'video/mp4')), words]],
		['an empty piece', 'eyes', [image(data(PNG)), { type: 'text', text: '\n' }]],
		['an unknown piece', 'eyes', [{ type: 'input_audio', input_audio: {} }]],
		['more pictures than the window holds', 'small', [image(data(drawPng('wide', 600))), words]],
	])('%s', async (_what, model, content) => {
		expect(await status(model, content)).toBe(400);
		expect(server.violations).not.toEqual([]);
	});

	test.each(['assistant', 'system'])('a picture of the %s', async (role) => {
		expect(await status('eyes', [image(data(PNG)), words], role)).toBe(400);
	});
});
