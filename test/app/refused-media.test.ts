/** From a dangerous address to the prompt: nothing is fetched, the model is told why, and the words are sent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GuardedFetchOptions, guardedImageFetch } from '#adapters/fetch/guarded-image-fetch';
import { MediaLoader } from '#app/media/media-loader';
import { mediaToLoad } from '#core/media/media-budget';
import type { MediaDescriptor } from '#domain/media-descriptor';
import { ok } from '#lib/result';
import { credentialFor, lineOf, NotedLog, openCustomModel } from '../adapters/custom/endpoint.ts';
import { PROMPT_REQUEST } from '../adapters/novelai/provider.ts';
import { ManualClock } from '../support/manual-clock.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'tls');
const cert = readFileSync(join(FIXTURES, 'pictures.pem'), 'utf8');
const key = readFileSync(join(FIXTURES, 'pictures-key.pem'), 'utf8');
/** The name in the certificate. */
const HOST = 'pictures.example';
const GIGABYTE = 1_000_000_000;
const CAPABILITIES = { seesImages: true, seesVideos: false, hasTools: false };

let server: Bun.Server<undefined>;
const asked: string[] = [];
let sentBytes = 0;
/** Resolves when a slow answer has begun. */
let reached = Promise.withResolvers<void>();

/** A body of which only as much is made as somebody reads. */
function gigabyte(): ReadableStream<Uint8Array> {
	const piece = new Uint8Array(64_000);
	return new ReadableStream<Uint8Array>({
		pull(controller) {
			sentBytes += piece.length;
			controller.enqueue(piece);
			if (sentBytes > GIGABYTE) controller.close();
		},
	});
}

function answer(request: Request): Response {
	const url = new URL(request.url);
	asked.push(url.pathname);
	const to = url.searchParams.get('to');
	if (to !== null) return new Response(null, { status: 302, headers: { location: to } });
	const headers = { 'content-type': 'image/png' };
	switch (url.pathname) {
		case '/huge.png':
			return new Response(gigabyte(), { headers });
		case '/slow.png':
			reached.resolve();
			return new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([1])) }), { headers });
		case '/drawing.png':
			return new Response('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', { headers });
		default:
			return new Response('<!doctype html><p>A page</p>', { headers });
	}
}

beforeAll(() => {
	server = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: { cert, key }, fetch: answer });
});

beforeEach(() => {
	asked.length = 0;
	sentBytes = 0;
	reached = Promise.withResolvers();
});

afterAll(() => server.stop(true));

/** What the endpoint would be sent of a line with a picture at that address. */
async function promptWith(uri: string, options: Partial<GuardedFetchOptions>, clock = new ManualClock()) {
	const log = new NotedLog();
	const source = guardedImageFetch({ hosts: [HOST], clock, authority: cert, ...options });
	const loader = new MediaLoader({
		source,
		// Nothing here ever becomes a picture.
		shaper: { shape: () => Promise.reject(new Error('somebody decodes it')) },
		media: { extractMedia: async () => ok({ images: [], videos: [], documents: [] }) },
		clock,
		log,
	});
	const medium: MediaDescriptor = { kind: 'image', uri, mimeType: 'image/png', mediaId: 'media_1', withinWindow: true };
	const items = [{ ...lineOf('Bo', 'look at this'), mediaDescriptors: [medium] }];
	const place = { channelId: '1', messageIdOf: () => '2', mayMove: false };
	const media = await loader.load(mediaToLoad(items, CAPABILITIES), place, new AbortController().signal);
	const credential = credentialFor('https://models.example/v1', { capabilities: CAPABILITIES });
	const request = { ...PROMPT_REQUEST, codename: 'custom:home', items, media };
	const prepared = await openCustomModel({ log }).prepare(request, credential);
	if (!prepared.ok) throw new Error(prepared.error.code);
	return { sent: JSON.stringify(prepared.value.body), log: JSON.stringify(log.lines) };
}

const leadsTo = (...addresses: readonly string[]): Partial<GuardedFetchOptions> => ({
	resolveName: async () => addresses,
});
/** This machine, where the server of these tests is, counts as a place on the internet. */
const reachable = { ...leadsTo('127.0.0.1'), isOpen: (address: string) => address === '127.0.0.1' };
const NOT_ASKED = 'It is kept by a server that is not asked.';
const at = (path: string): string => `https://${HOST}:${server.port}${path}`;

function expectTold({ sent, log }: Awaited<ReturnType<typeof promptWith>>, reason: string): void {
	expect(sent).toContain(
		`[System: This message (ID: media_1) contains an image. ${reason} Do not guess what it shows.]\\nBo: look at this`,
	);
	expect(sent).not.toMatch(/image_url|base64|pictures\.example|onload|A page/);
	expect(log).not.toContain(HOST);
}

test.each<[string, readonly string[]]>([
	['a private address', ['10.1.2.3']],
	['a link-local address', ['169.254.169.254']],
	['this machine', ['127.0.0.1']],
	['an IPv6 address that wraps IPv4', ['::ffff:127.0.0.1']],
	['an IPv6 address that wraps it in hexadecimal', ['::ffff:a9fe:a9fe']],
	['an IPv6 address behind NAT64', ['64:ff9b::a00:1']],
	['an open address and a private one', ['8.8.8.8', '192.168.0.1']],
])('a name that leads to %s is told, and the words are sent', async (_what, addresses) => {
	expectTold(await promptWith(at('/a.png'), leadsTo(...addresses)), NOT_ASKED);
	expect(asked).toEqual([]);
});

test.each([
	'http://169.254.169.254/latest/meta-data.png',
	'https://127.0.0.1/a.png',
	'https://[::ffff:127.0.0.1]/a.png',
	'http://pictures.example/a.png',
	'https://stranger.example/a.png',
	'file:///etc/passwd',
])('%s is told, and the words are sent', async (uri) => {
	expectTold(await promptWith(uri, reachable), NOT_ASKED);
	expect(asked).toEqual([]);
});

test.each(['http://127.0.0.1/', 'https://[::1]/a.png', 'https://stranger.example/a.png', 'file:///etc/passwd'])(
	'a way that leads on to %s ends there',
	async (to) => {
		expectTold(await promptWith(at(`/?to=${encodeURIComponent(to)}`), reachable), NOT_ASKED);
		expect(asked).toEqual(['/']);
	},
);

test('a name that leads inside between two steps of the way is not followed', async () => {
	let questions = 0;
	const resolveName = async (): Promise<readonly string[]> => {
		questions += 1;
		return questions === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
	};
	const uri = at(`/?to=${encodeURIComponent(at('/a.png'))}`);
	expectTold(await promptWith(uri, { ...reachable, resolveName }), NOT_ASKED);
	expect([questions, asked]).toEqual([2, ['/']]);
});

test('a gigabyte is left early', async () => {
	expectTold(await promptWith(at('/huge.png'), reachable), 'It is too large to be shown.');
	expect(sentBytes).toBeLessThan(GIGABYTE / 10);
});

test('a body that stops is waited for no longer than its time', async () => {
	const clock = new ManualClock();
	const told = promptWith(at('/slow.png'), reachable, clock);
	await reached.promise;
	clock.advance(10_000);
	expectTold(await told, 'It could not be fetched now.');
});

test.each(['/page.png', '/drawing.png'])('%s is no picture, whatever is said of it', async (path) => {
	expectTold(await promptWith(at(path), reachable), 'It is nothing that can be shown.');
	expect(asked).toEqual([path]);
});

test('a name that nobody knows', async () => {
	expectTold(
		await promptWith(at('/a.png'), { ...reachable, resolveName: async () => [] }),
		'It could not be fetched now.',
	);
});
