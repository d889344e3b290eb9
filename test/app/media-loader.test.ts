/** What a model may see is fetched, found again where its address has expired, and known by its bytes. */
import { describe, expect, test } from 'vitest';
import { MediaLoader } from '#app/media/media-loader';
import { refreshedAddress } from '#app/media/refreshed-address';
import type { ImageAttachment } from '#domain/media';
import { err, ok, type Result } from '#lib/result';
import { sha256Hex } from '#lib/sha256';
import type { ImageRefusal } from '#ports/image-source';
import type { ExtractedMedia } from '#ports/media-source';
import { NotedLog } from '../adapters/custom/endpoint.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { pngWith } from '../support/png-file.ts';

const PNG = new Uint8Array(pngWith([], 'after'));
const MP4 = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2', 'latin1');
const never = new AbortController().signal;
const at = (name: string, query = ''): string => `https://media.discordapp.net/attachments/1/2/${name}${query}`;
const image = (uri: string, fallbackUri?: string) =>
	({ kind: 'image', uri, ...(fallbackUri === undefined ? {} : { fallbackUri }) }) as const;

type Answers = Readonly<Record<string, Result<Uint8Array, ImageRefusal>>>;

/** A loader over answers by address; what is not among them is gone. */
function loaderOver(answers: Answers, shown: Partial<ExtractedMedia> = {}) {
	const asked: string[] = [];
	const extracted: string[] = [];
	let open = 0;
	let openMax = 0;
	const clock = new ManualClock();
	const loader = new MediaLoader({
		source: {
			async fetchImage({ url }) {
				asked.push(url);
				open += 1;
				openMax = Math.max(openMax, open);
				await new Promise((resolve) => setImmediate(resolve));
				open -= 1;
				return answers[url] ?? err('gone');
			},
		},
		shaper: {
			shape: async ({ bytes, mayMove }) =>
				ok({ bytes, mimeType: mayMove ? 'image/gif' : 'image/png', widthPixels: 1, heightPixels: 1 }),
		},
		media: {
			async extractMedia({ messageId }) {
				extracted.push(messageId);
				return ok({ images: [], videos: [], documents: [], ...shown });
			},
		},
		clock,
		log: new NotedLog(),
	});
	const place = { channelId: '5', messageIdOf: () => '7', mayMove: false };
	const load = (media: Parameters<MediaLoader['load']>[0], change: Partial<typeof place> = {}, signal = never) =>
		loader.load(media, { ...place, ...change }, signal);
	return { load, asked, extracted, clock, openMax: () => openMax };
}

function attachment(url: string, proxyUrl = url): ImageAttachment {
	return { url, proxyUrl, mimeType: null, fileName: 'a.png', sourceMessageId: '7' };
}

describe('loading', () => {
	test('gives the bytes with their size and digest', async () => {
		const { load, extracted } = loaderOver({ [at('a.png')]: ok(PNG) });
		expect((await load([image(at('a.png'))])).get(at('a.png'))).toEqual(
			ok({
				mimeType: 'image/png',
				base64: Buffer.from(PNG).toString('base64'),
				sizeBytes: PNG.length,
				sha256: sha256Hex(PNG),
				widthPixels: 1,
				heightPixels: 1,
			}),
		);
		expect(extracted).toEqual([]);
	});

	test('asks for the file itself where Discord’s copy cannot be had', async () => {
		const file = 'https://cdn.discordapp.com/attachments/1/2/a.png';
		const { load, asked } = loaderOver({ [at('a.png')]: err('unreachable'), [file]: ok(PNG) });
		expect((await load([image(at('a.png'), file)])).get(at('a.png'))?.ok).toBe(true);
		expect(asked).toEqual([at('a.png'), file]);
	});

	test('reads the message anew where the address has expired', async () => {
		const fresh = at('a.png', '?ex=2&is=2&hm=2');
		const stale = at('a.png', '?ex=1&is=1&hm=1');
		const shown = { images: [attachment(at('b.png')), attachment(fresh)] };
		const { load, asked, extracted } = loaderOver({ [fresh]: ok(PNG) }, shown);
		expect((await load([image(stale)])).get(stale)?.ok).toBe(true);
		expect([asked, extracted]).toEqual([[stale, fresh], ['7']]);
	});

	test.each<[string, Answers, string]>([
		['is gone from its message, too', {}, 'gone'],
		['is too large', { [at('a.png')]: err('too-large') }, 'too-large'],
		['is kept where nobody may ask', { [at('a.png')]: err('not-allowed') }, 'not-allowed'],
		['cannot be fetched', { [at('a.png')]: err('unreachable') }, 'unreachable'],
		['is a page', { [at('a.png')]: ok(Buffer.from('<html>')) }, 'unreadable'],
		['is a video that calls itself a picture', { [at('a.png')]: ok(MP4) }, 'unreadable'],
	])('says why: it %s', async (_why, answers, error) => {
		const { load, extracted } = loaderOver(answers);
		expect((await load([image(at('a.png'))])).get(at('a.png'))).toEqual({ ok: false, error });
		expect(extracted).toEqual(error === 'gone' ? ['7'] : []);
	});

	test('does not look for a message where nobody knows one', async () => {
		const { load, extracted } = loaderOver({});
		await load([image(at('a.png'))], { messageIdOf: () => null as never });
		expect(extracted).toEqual([]);
	});

	test('hands a video on as it is, and lets pictures move only where they may', async () => {
		const clip = { kind: 'video', uri: at('a.mp4') } as const;
		const { load } = loaderOver({ [at('a.mp4')]: ok(MP4), [at('a.gif')]: ok(Buffer.from('GIF89a')) });
		const loaded = async (medium: typeof clip | ReturnType<typeof image>, mayMove: boolean) => {
			const outcome = (await load([medium], { mayMove })).get(medium.uri);
			return outcome?.ok ? outcome.value.mimeType : outcome?.error;
		};
		expect(await loaded(clip, true)).toBe('video/mp4');
		expect([await loaded(image(at('a.gif')), true), await loaded(image(at('a.gif')), false)]).toEqual([
			'image/gif',
			'image/png',
		]);
	});

	test('keeps the order of what was asked for, and asks for three at once', async () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => at(`${name}.png`));
		const { load, openMax } = loaderOver(Object.fromEntries(names.map((name) => [name, ok(PNG)])));
		expect([...(await load(names.map((name) => image(name)))).keys()]).toEqual(names);
		expect(openMax()).toBe(3);
	});

	test('remembers a file for ten minutes, whatever its signature', async () => {
		const { load, asked, clock } = loaderOver({ [at('a.png', '?ex=1')]: ok(PNG), [at('a.png', '?ex=2')]: ok(PNG) });
		await load([image(at('a.png', '?ex=1'))]);
		await load([image(at('a.png', '?ex=2'))]);
		expect(asked).toHaveLength(1);
		clock.advance(600_001);
		await load([image(at('a.png', '?ex=2'))]);
		expect(asked).toHaveLength(2);
	});

	test('does not remember what could not be had', async () => {
		const { load, asked } = loaderOver({ [at('a.png')]: err('unreachable') });
		await load([image(at('a.png'))]);
		await load([image(at('a.png'))]);
		expect(asked).toHaveLength(2);
	});
});

describe('refreshedAddress', () => {
	test('knows a file by its path, on each of Discord’s hosts, and never another one', () => {
		const here = attachment('https://cdn.discordapp.com/attachments/1/2/a.png?ex=3', at('a.png', '?ex=3'));
		const shown = { images: [attachment(at('b.png')), here], videos: [], documents: [] };
		expect(refreshedAddress(image('https://cdn.discordapp.com/attachments/1/2/a.png?ex=1'), shown)).toBe(here.proxyUrl);
		expect(refreshedAddress(image(at('c.png')), shown)).toBeNull();
		expect(refreshedAddress({ kind: 'video', uri: at('a.png') }, shown)).toBeNull();
	});
});
