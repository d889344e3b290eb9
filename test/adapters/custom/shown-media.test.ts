/** What a custom endpoint is sent of loaded pictures, and that words never suffer for them. */
import { describe, expect, test } from 'vitest';
import type { StructuredContextItem } from '#domain/context-item';
import type { LoadedMedia, MediaOutcome } from '#domain/loaded-media';
import type { MediaDescriptor } from '#domain/media-descriptor';
import { err, ok } from '#lib/result';
import { sha256Hex } from '#lib/sha256';
import { PROMPT_REQUEST } from '../novelai/provider.ts';
import { credentialFor, lineOf, NotedLog, openCustomModel } from './endpoint.ts';

const SEEING = { seesImages: true, seesVideos: false, hasTools: false };
const BASE64 = Buffer.from('a picture').toString('base64');

function loaded(change: Partial<LoadedMedia> = {}): LoadedMedia {
	const sha256 = sha256Hex('a picture');
	return {
		mimeType: 'image/png',
		base64: BASE64,
		sizeBytes: 9,
		sha256,
		widthPixels: 560,
		heightPixels: 560,
		...change,
	};
}

function showing(words: string, uri: string): StructuredContextItem {
	const medium: MediaDescriptor = { kind: 'image', uri, mimeType: null, mediaId: 'media_1', withinWindow: true };
	return { ...lineOf('Bo', words), mediaDescriptors: [medium] };
}

interface Preparing {
	readonly items: readonly StructuredContextItem[];
	readonly media?: ReadonlyMap<string, MediaOutcome>;
	readonly windowTokens?: number;
}

async function prepare({ items, media, windowTokens = 8_192 }: Preparing) {
	const log = new NotedLog();
	const credential = credentialFor('https://models.example/v1', { capabilities: SEEING, windowTokens });
	const request = { ...PROMPT_REQUEST, codename: 'custom:home', items, ...(media === undefined ? {} : { media }) };
	const prepared = await openCustomModel({ log }).prepare(request, credential);
	if (!prepared.ok) throw new Error(prepared.error.code);
	return { ...prepared.value, text: JSON.stringify(prepared.value.body), lines: log.lines };
}

describe('a picture that was loaded', () => {
	test('is sent as bytes, is shown to people by its digest, and counts', async () => {
		const items = [showing('look', 'a')];
		const seen = await prepare({ items, media: new Map([['a', ok(loaded())]]) });
		expect(seen.text).toContain(`{"type":"image_url","image_url":{"url":"data:image/png;base64,${BASE64}"}}`);
		expect(seen.prompt).toContain(`[image/png, 9 bytes, sha256 ${sha256Hex('a picture')}]\nBo: look`);
		expect(seen.prompt).not.toContain(BASE64);
		expect(seen.lines).toEqual([]);
		const bare = await prepare({ items: [lineOf('Bo', 'look')] });
		expect(seen.report.inputTokens - bare.report.inputTokens).toBe(404);
	});

	test('is told in words where it is larger than its share of the window, and the log says so', async () => {
		const media = new Map([['a', ok(loaded({ widthPixels: 1_280, heightPixels: 1_280 }))]]);
		const seen = await prepare({ items: [showing('look', 'a')], media, windowTokens: 4_096 });
		expect(seen.text).not.toContain('image_url');
		expect(seen.prompt).toContain('There is no room left to show it.');
		expect(seen.lines.join()).toContain('"skippedMedia":[{"mediaId":"media_1","reason":"no-room"}]');
	});

	test('gives way where the words that must be there would not fit beside it', async () => {
		const long = 'word '.repeat(800);
		const media = new Map([['a', ok(loaded({ widthPixels: 500, heightPixels: 500 }))]]);
		const seen = await prepare({ items: [showing(long, 'a')], media, windowTokens: 1_100 });
		expect(seen.text).not.toContain('image_url');
		expect(seen.prompt).toContain('There is no room left to show it.');
		expect(seen.prompt).toContain(long.trim());
	});
});

describe('a picture that could not be had', () => {
	test('is told in words, with nothing of its address in the log', async () => {
		const seen = await prepare({
			items: [showing('look', 'https://secret.example/a')],
			media: new Map([['https://secret.example/a', err('gone')]]),
		});
		expect(seen.prompt).toContain('It is no longer there.');
		expect(seen.lines.join()).toContain('gone');
		expect(seen.lines.join()).not.toContain('secret.example');
	});

	test('that nobody even tried to load is told in words, too', async () => {
		expect((await prepare({ items: [showing('look', 'a')] })).text).not.toContain('image_url');
	});
});
