/** Attachments are fetched from Discord's hosts only, bounded in size. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discordAttachmentSource } from '#adapters/fetch/discord-attachment-source';

let server: Bun.Server<undefined>;
let asked: string[] = [];

beforeAll(() => {
	server = Bun.serve({
		hostname: '127.0.0.1',
		port: 0,
		fetch(request): Response {
			const { pathname } = new URL(request.url);
			asked.push(pathname);
			if (pathname === '/away') return Response.redirect('http://127.0.0.1:1/elsewhere');
			if (pathname === '/missing') return new Response('no', { status: 404 });
			return new Response('x'.repeat(pathname === '/large' ? 101 : 100));
		},
	});
});

afterAll(() => server.stop(true));

function source(hosts: readonly string[] = [`127.0.0.1:${server.port}`]) {
	return discordAttachmentSource({ hosts, bytesMax: 100, timeoutMs: 5_000 });
}

const url = (path: string): string => `http://127.0.0.1:${server.port}${path}`;
const signal = (): AbortSignal => new AbortController().signal;

describe('discordAttachmentSource', () => {
	test('gives the bytes of a file at the limit and refuses one beyond it', async () => {
		const fits = await source().fetchAttachment(url('/fits'), signal());
		expect(fits.ok && fits.value.length).toBe(100);
		expect(await source().fetchAttachment(url('/large'), signal())).toEqual({ ok: false, error: 'too-large' });
	});

	test.each(['/away', '/missing'])('%s is unreachable', async (path) => {
		expect(await source().fetchAttachment(url(path), signal())).toEqual({ ok: false, error: 'unreachable' });
	});

	test('a host that is not on the list is never asked', async () => {
		asked = [];
		for (const address of [url('/fits'), 'file:///etc/passwd', 'not an address']) {
			expect(await source(['cdn.discordapp.com']).fetchAttachment(address, signal())).toEqual({
				ok: false,
				error: 'unreachable',
			});
		}
		expect(asked).toEqual([]);
	});

	test('an aborted fetch is unreachable', async () => {
		expect(await source().fetchAttachment(url('/fits'), AbortSignal.abort())).toEqual({
			ok: false,
			error: 'unreachable',
		});
	});
});
