/** Where eyes end: kinds of files, what moves, what is too large, and the next model's own eyes. */
import { createCanvas, GifEncoder, loadImage } from '@napi-rs/canvas';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#lib/sha256';
import type { AttachmentInput } from '#playground/discord-server/attachments';
import { drawPng } from '#playground/discord-server/serve-cdn';
import { type OpenaiServer, startOpenaiServer } from '#playground/openai-server/start-openai-server';
import { CommandUser } from '../support/bot-commands.ts';
import { BotWorld } from '../support/bot-world.ts';

let server: OpenaiServer;
let world: BotWorld;

beforeAll(async () => {
	const models = { stills: 32_768, films: 32_768, reader: 32_768 };
	server = startOpenaiServer({ models, seeing: { stills: 'images', films: 'videos' } });
	world = await BotWorld.start();
});

afterEach(() => {
	expect([server.violations, server.unknownRoutes, server.scripts.pending]).toEqual([[], [], 0]);
	expect(world.violations()).toEqual([]);
});

afterAll(async () => {
	await world.stop();
	await server.stop();
});

/** A channel of a guild that has one endpoint for each model, and the first of `chain` chosen, the others behind it. */
async function newPlace(name: string, chain: readonly ['stills' | 'films' | 'reader', ...string[]]) {
	const owner = world.discord.world.application.owner;
	const guild = world.discord.build.addGuild(name, { owner });
	const channel = world.discord.build.addChannel(guild, 'general');
	const bo = world.discord.build.addUser(`bo.${name}`, { globalName: 'Bo' });
	world.discord.build.addMember(guild, bo);
	const user = new CommandUser(world, owner, channel);
	const sight = { stills: { images: 'yes' }, films: { images: 'yes', videos: 'yes' }, reader: {} };
	for (const [model, sees] of Object.entries(sight)) {
		const endpoint = { name: model, model, window: '32768', scope: 'server', base_url: server.url };
		await user.fill('provider add', { key: '' }, { ...endpoint, ...sees });
	}
	const [model, ...fallbacks] = chain.map((each) => `custom:${each}`);
	await user.say('model set', { model: model ?? '', scope: 'server' });
	const [first] = fallbacks;
	if (first !== undefined) await user.say('model fallback', { first, scope: 'server' });
	return { channel, bo };
}

interface Part {
	readonly type: string;
	readonly text?: string;
	readonly image_url?: { readonly url: string };
	readonly video_url?: { readonly url: string };
}
interface Sent {
	readonly model: string;
	readonly messages: readonly { readonly content: string | readonly Part[] }[];
}

/** Posts a file and asks about it; of each request what it shows, as type and bytes, and its words. */
async function show({ bo, channel }: Awaited<ReturnType<typeof newPlace>>, file: AttachmentInput) {
	world.discord.as(bo).send(channel, { content: 'look', silent: true, attachments: [file] });
	const before = server.requests.length;
	const asked = await world.askThrough(bo, channel, `${world.mention} what do you see?`);
	expect(asked.outcome).toBe('replied');
	const sent = server.requests.slice(before).flatMap(({ method, body }) => (method === 'POST' ? [body as Sent] : []));
	return sent.map(({ model, messages }) => {
		const parts = messages.flatMap(({ content }) =>
			typeof content === 'string' ? [{ type: 'text', text: content } as Part] : content,
		);
		const shown = parts.flatMap(({ image_url: image, video_url: video }) => {
			const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/.exec((image ?? video)?.url ?? '') ?? [];
			return type === '' ? [] : [{ type, bytes: Buffer.from(base64, 'base64') }];
		});
		return { model, shown, words: parts.map(({ text = '' }) => text).join('\n') };
	});
}

function movingGif(): Uint8Array {
	const encoder = new GifEncoder(60, 40);
	for (const colour of ['red', 'blue']) {
		const canvas = createCanvas(60, 40);
		const context = canvas.getContext('2d');
		context.fillStyle = colour;
		context.fillRect(0, 0, 60, 40);
		encoder.addFrame(new Uint8Array(context.getImageData(0, 0, 60, 40).data), 60, 40, { delay: 100 });
	}
	return new Uint8Array(encoder.finish());
}

async function colourOf(bytes: Uint8Array): Promise<'red' | 'other'> {
	const image = await loadImage(Buffer.from(bytes));
	const canvas = createCanvas(image.width, image.height);
	const context = canvas.getContext('2d');
	context.drawImage(image, 0, 0);
	const [red = 0, , blue = 0] = context.getImageData(5, 5, 1, 1).data;
	return red > 200 && blue < 60 ? 'red' : 'other';
}

const MOVING = { filename: 'wave.gif', bytes: movingGif() };
const FILM = { filename: 'film.mp4', bytes: Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2mp41 frames', 'latin1') };

describe('what moves', () => {
	test('is its first frame for a model that sees pictures alone', async () => {
		const [sent] = await show(await newPlace('stills', ['stills']), MOVING);
		expect(sent?.shown.map(({ type }) => type)).toEqual(['image/jpeg']);
		expect(await colourOf(sent?.shown[0]?.bytes ?? Buffer.alloc(0))).toBe('red');
		expect(sent?.words).not.toContain('Do not guess');
	});

	test('stays what it is for a model that takes videos', async () => {
		const [sent] = await show(await newPlace('films', ['films']), MOVING);
		expect(sent?.shown).toEqual([{ type: 'image/gif', bytes: Buffer.from(MOVING.bytes) }]);
	});

	test('is a video as it came for a model that takes videos, and words for every other', async () => {
		const [seen] = await show(await newPlace('video', ['films']), FILM);
		expect(seen?.shown).toEqual([{ type: 'video/mp4', bytes: FILM.bytes }]);
		const [told] = await show(await newPlace('no-video', ['stills']), FILM);
		expect(told?.shown).toEqual([]);
		expect(told?.words).toContain('contains a video, named "film.mp4". The current model cannot watch videos.');
	});
});

describe('a picture', () => {
	test('of a kind that nothing here decodes is told in words', async () => {
		const bytes = Buffer.from('\0\0\0\x20ftypheic\0\0\0\0mif1heic and the rest', 'latin1');
		const photo = { filename: 'photo.heic', bytes, contentType: 'image/heic' };
		const [sent] = await show(await newPlace('heic', ['stills']), photo);
		expect(sent?.shown).toEqual([]);
		expect(sent?.words).toContain(
			'contains an image, named "photo.heic". It is nothing that can be shown. Do not guess',
		);
	});

	test('beyond the limits is made smaller, and one far beyond them is told in words', async () => {
		const place = await newPlace('large', ['stills']);
		const [sent] = await show(place, { filename: 'wide.png', bytes: drawPng('wide', 3_000) });
		expect(sent?.shown.map(({ type }) => type)).toEqual(['image/jpeg']);
		const { width, height } = await loadImage(sent?.shown[0]?.bytes ?? Buffer.alloc(0));
		expect([width, height]).toEqual([1_280, 1_280]);
		const header = drawPng('huge', 64);
		new DataView(header.buffer).setUint32(16, 60_000);
		new DataView(header.buffer).setUint32(20, 60_000);
		const [told] = await show(await newPlace('huge', ['stills']), { filename: 'huge.png', bytes: header });
		expect(told?.shown).toEqual([]);
		expect(told?.words).toContain('named "huge.png". It is too large to be shown.');
	});
});

describe('several models', () => {
	test.each([
		['reader', 'stills'],
		['stills', 'films'],
		['films', 'reader'],
	] as const)('%s takes nothing from %s, nor gives it eyes', async (first, second) => {
		const place = await newPlace(`${first}-${second}`, [first, second]);
		const body = '{"error":{"message":"no"}}';
		server.scripts.queue({ response: { status: 400, body, contentType: 'application/json' } });
		const sent = await show(place, MOVING);
		const kindOf = { reader: [], stills: ['image/jpeg'], films: ['image/gif'] };
		expect(sent.map(({ model, shown }) => [model, shown.map(({ type }) => type)])).toEqual([
			[first, kindOf[first]],
			[second, kindOf[second]],
		]);
		for (const { model, words } of sent) {
			expect(words.includes('cannot see images')).toBe(model === 'reader');
		}
	});

	test('the same file is sent to two models that see alike, byte for byte', async () => {
		const place = await newPlace('alike', ['stills', 'films']);
		const body = '{"error":{"message":"no"}}';
		server.scripts.queue({ response: { status: 400, body, contentType: 'application/json' } });
		const bytes = drawPng('alike');
		const sent = await show(place, { filename: 'alike.png', bytes });
		expect(sent.map(({ shown }) => shown.map((each) => sha256Hex(each.bytes)))).toEqual([
			[sha256Hex(bytes)],
			[sha256Hex(bytes)],
		]);
	});
});
