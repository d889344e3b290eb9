/** Pictures come from allowed hosts on the open internet, and from nowhere else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type GuardedFetchOptions, guardedImageFetch } from '#adapters/fetch/guarded-image-fetch';
import { systemClock } from '#adapters/system/system-clock';
import { ManualClock } from '../../support/manual-clock.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'tls');
const cert = readFileSync(join(FIXTURES, 'pictures.pem'), 'utf8');
const key = readFileSync(join(FIXTURES, 'pictures-key.pem'), 'utf8');
/** The name in the certificate. */
const HOST = 'pictures.example';
const never = new AbortController().signal;
const MEGABYTE = 1_000_000;

let server: Bun.Server<undefined>;
let plain: Bun.Server<undefined>;
const asked: string[] = [];
const resolved: string[] = [];
let sentBytes = 0;
/** Resolves when a slow answer has begun. */
const reached = Promise.withResolvers<void>();

/** A body of a gigabyte, of which only as much is made as somebody reads. */
function gigabyte(): ReadableStream<Uint8Array> {
	const piece = new Uint8Array(64_000);
	return new ReadableStream<Uint8Array>({
		pull(controller) {
			sentBytes += piece.length;
			controller.enqueue(piece);
			if (sentBytes > 1_000 * MEGABYTE) controller.close();
		},
	});
}

/** A body of which one byte comes and then nothing. */
function silence(): ReadableStream<Uint8Array> {
	return new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([1])) });
}

function answer(request: Request): Response {
	const url = new URL(request.url);
	asked.push(`${request.headers.get('host')}${url.pathname}`);
	const to = url.searchParams.get('to');
	if (to !== null) return new Response(null, { status: 302, headers: { location: to } });
	switch (url.pathname) {
		case '/huge':
			return new Response(gigabyte());
		case '/slow':
			reached.resolve();
			return new Response(silence());
		case '/gone':
			return new Response('This content is no longer available.', { status: 404 });
		case '/broken':
			return new Response('no', { status: 500 });
		case '/packed':
			return new Response(Bun.gzipSync(new Uint8Array(5 * MEGABYTE)), { headers: { 'content-encoding': 'gzip' } });
		default:
			return new Response('bytes');
	}
}

beforeAll(() => {
	server = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: { cert, key }, fetch: answer });
	plain = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer });
});

afterEach(() => {
	asked.length = 0;
	resolved.length = 0;
	sentBytes = 0;
});

afterAll(() => Promise.all([server.stop(true), plain.stop(true)]));

/** A source whose names lead where the test says; this machine counts as open unless the test says otherwise. */
function source(leads: Readonly<Record<string, readonly string[]>>, change: Partial<GuardedFetchOptions> = {}) {
	return guardedImageFetch({
		hosts: [HOST, '*.pictures.test', 'other.example'],
		clock: systemClock,
		resolveName: async (name) => {
			resolved.push(name);
			return leads[name] ?? [];
		},
		isOpen: (address) => address === '127.0.0.1',
		authority: cert,
		...change,
	});
}

const here = { [HOST]: ['127.0.0.1'] };
const at = (path: string, host = HOST): string => `https://${host}:${server.port}${path}`;
const fetched = (from: ReturnType<typeof source>, url: string, signal = never) =>
	from.fetchImage({ url, bytesMax: MEGABYTE }, signal);

describe('an allowed host', () => {
	test('is asked at the address that was checked, under its own name', async () => {
		const result = await fetched(source(here), at('/a.png'));
		expect(result.ok && new TextDecoder().decode(result.value)).toBe('bytes');
		expect(asked).toEqual([`${HOST}:${server.port}/a.png`]);
		expect(resolved).toEqual([HOST]);
	});

	test('must show a certificate of its own name', async () => {
		const leads = { 'other.example': ['127.0.0.1'] };
		expect(await fetched(source(leads), at('/', 'other.example'))).toEqual({ ok: false, error: 'unreachable' });
		expect(asked).toEqual([]);
	});

	test('whose name leads elsewhere a moment later is still asked where it was checked', async () => {
		let questions = 0;
		const rebinding = async (): Promise<readonly string[]> => {
			questions += 1;
			return questions === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
		};
		expect((await fetched(source({}, { resolveName: rebinding }), at('/a.png'))).ok).toBe(true);
		expect(questions).toBe(1);
		const second = source({}, { resolveName: rebinding });
		expect(await fetched(second, at('/a.png'))).toEqual({ ok: false, error: 'not-allowed' });
	});

	test('may be reached at its second address', async () => {
		const leads = { [HOST]: ['127.0.0.2', '127.0.0.1'] };
		const both = source(leads, { isOpen: (address) => address.startsWith('127.') });
		expect((await fetched(both, at('/a.png'))).ok).toBe(true);
	});

	test('that moved is followed, three times at most, every step checked', async () => {
		const away = (to: string): string => at(`/?to=${encodeURIComponent(to)}`);
		expect((await fetched(source(here), away('/a.png'))).ok).toBe(true);
		expect(resolved).toEqual([HOST, HOST]);
		expect(await fetched(source(here), at('/?to=%3Fto%3D%252F'))).toMatchObject({ ok: true });
		const round = 'https://pictures.example:1/';
		for (const to of ['http://127.0.0.1/', 'https://localhost/', 'file:///etc/passwd', 'https://stranger.example/']) {
			expect(await fetched(source(here), away(to))).toEqual({ ok: false, error: 'not-allowed' });
		}
		expect(await fetched(source(here), away(round))).toEqual({ ok: false, error: 'unreachable' });
		const leads = { ...here, 'inside.pictures.test': ['10.0.0.1'] };
		expect(await fetched(source(leads), away('https://inside.pictures.test/'))).toEqual({
			ok: false,
			error: 'not-allowed',
		});
	});

	test('that moves for ever is given up', async () => {
		const circle = source(here);
		const loop = guardedLoop();
		expect(await fetched(circle, loop)).toEqual({ ok: false, error: 'unreachable' });
		expect(asked).toHaveLength(4);
	});
});

/** An address that leads to one that leads to one … five times. */
function guardedLoop(): string {
	let to = '/a.png';
	for (let step = 0; step < 5; step += 1) to = `/?to=${encodeURIComponent(to)}`;
	return at(to);
}

describe('what is not allowed is never asked', () => {
	const addresses: readonly (readonly [string, readonly string[]])[] = [
		['private', ['10.1.2.3']],
		['link-local', ['169.254.169.254']],
		['this machine', ['127.0.0.1']],
		['IPv6 of this machine', ['::1']],
		['IPv6 that wraps IPv4', ['::ffff:127.0.0.1']],
		['IPv6 that wraps a private address', ['::ffff:10.0.0.1']],
		['unique local IPv6', ['fd00::1']],
		['link-local IPv6', ['fe80::1']],
		['one open address and one that is not', ['8.8.8.8', '192.168.0.1']],
	];

	test.each(addresses)('a name that leads to %s', async (_kind, leads) => {
		const strict = guardedImageFetch({ hosts: [HOST], clock: systemClock, resolveName: async () => leads });
		expect(await fetched(strict, at('/a.png'))).toEqual({ ok: false, error: 'not-allowed' });
		expect(asked).toEqual([]);
	});

	test.each([
		'http://pictures.example/a.png',
		'https://stranger.example/a.png',
		'https://pictures.example.stranger.example/a.png',
		'https://user:word@pictures.example/a.png',
		'https://pictures.test/a.png',
		'https://127.0.0.1/a.png',
		'https://[::ffff:127.0.0.1]/a.png',
		'https://2130706433/a.png',
		'https://0x7f.1/a.png',
		'ftp://pictures.example/a.png',
		'data:image/png;base64,AAAA',
		'not an address',
	])('%s', async (url) => {
		expect(await fetched(source(here), url)).toEqual({ ok: false, error: 'not-allowed' });
		expect([asked, resolved]).toEqual([[], []]);
	});

	test('a trusted host is asked as it was named, and others on the same machine are not', async () => {
		const trusting = source({}, { trustedHosts: [`127.0.0.1:${plain.port}`] });
		expect((await fetched(trusting, `http://127.0.0.1:${plain.port}/a.png`)).ok).toBe(true);
		expect(await fetched(trusting, `http://127.0.0.1:${server.port}/a.png`)).toEqual({
			ok: false,
			error: 'not-allowed',
		});
	});
});

describe('limits', () => {
	test('a gigabyte is left as soon as it is more than was wanted', async () => {
		expect(await fetched(source(here), at('/huge'))).toEqual({ ok: false, error: 'too-large' });
		expect(sentBytes).toBeLessThan(50 * MEGABYTE);
	});

	test('a small file that unfolds to more than was wanted is left, too', async () => {
		expect(await fetched(source(here), at('/packed'))).toEqual({ ok: false, error: 'too-large' });
	});

	test('a body that stops in the middle is given up in time, and so is a silent name service', async () => {
		const clock = new ManualClock();
		const slow = source(here, { clock, timeoutMs: 1_000 });
		const body = fetched(slow, at('/slow'));
		await reached.promise;
		clock.advance(1_000);
		expect(await body).toEqual({ ok: false, error: 'unreachable' });
		const silent = source({}, { clock, timeoutMs: 1_000, resolveName: () => new Promise(() => {}) });
		const name = fetched(silent, at('/a.png'));
		clock.advance(1_000);
		expect(await name).toEqual({ ok: false, error: 'unreachable' });
	});

	test('an aborted fetch is unreachable', async () => {
		expect(await fetched(source(here), at('/a.png'), AbortSignal.abort())).toEqual({ ok: false, error: 'unreachable' });
	});

	test.each([
		['/gone', 'gone'],
		['/broken', 'unreachable'],
	])('%s is %s', async (path, error) => {
		expect(await fetched(source(here), at(path))).toEqual({ ok: false, error });
	});

	test('a name that nobody knows, and a port where nobody listens, are unreachable', async () => {
		expect(await fetched(source({}), at('/a.png'))).toEqual({ ok: false, error: 'unreachable' });
		expect(await fetched(source(here), `https://${HOST}:1/a.png`)).toEqual({ ok: false, error: 'unreachable' });
	});
});
