/** An endpoint is asked where it was checked, and has to show a certificate of its name there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chatChunk } from './endpoint.ts';
import type { AskedEndpoint } from './workers/ask-endpoints.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'tls');
const AUTHORITY = join(FIXTURES, 'pictures.pem');
/** The name in the certificate. */
const HOST = 'pictures.example';
const HERE = ['127.0.0.1'];

let server: Bun.Server<undefined>;
const asked: string[] = [];

beforeAll(() => {
	const tls = { cert: readFileSync(AUTHORITY, 'utf8'), key: readFileSync(join(FIXTURES, 'pictures-key.pem'), 'utf8') };
	server = Bun.serve({
		hostname: '127.0.0.1',
		port: 0,
		tls,
		fetch(request) {
			asked.push(`${request.headers.get('host')}${new URL(request.url).pathname}`);
			const headers = { 'content-type': 'text/event-stream' };
			return new Response(`${chatChunk({ content: 'Hi.' }, 'stop')}data: [DONE]\n\n`, { headers });
		},
	});
});

afterEach(() => {
	asked.length = 0;
});

afterAll(() => server.stop(true));

/** Such trust is given to a whole process, when it starts. */
async function ends(authority: string | null, ...endpoints: readonly AskedEndpoint[]): Promise<readonly string[]> {
	const worker = join(import.meta.dirname, 'workers', 'ask-endpoints.ts');
	const env = authority === null ? {} : { NODE_EXTRA_CA_CERTS: authority };
	const spawned = Bun.spawn([process.execPath, worker, JSON.stringify(endpoints)], { env, stderr: 'pipe' });
	const [output, trouble] = await Promise.all([
		new Response(spawned.stdout).text(),
		new Response(spawned.stderr).text(),
	]);
	expect(trouble).toBe('');
	return JSON.parse(output) as readonly string[];
}

const at = (host: string, leadsTo: AskedEndpoint['leadsTo'] = HERE): AskedEndpoint => ({
	baseUrl: `https://${host}:${server.port}/v1`,
	leadsTo,
});
const refused = 'provider-unreachable';

describe('a certificate', () => {
	test('of the name is believed at the address that was checked, and the name is what the endpoint hears', async () => {
		expect(await ends(AUTHORITY, at(HOST), at(HOST))).toEqual(['ok', 'ok']);
		const paths = ['/v1/chat/completions', '/v1/models'].map((path) => `${HOST}:${server.port}${path}`);
		expect(asked).toEqual([...paths, ...paths]);
	});

	test('of another name is refused, also right after the right name was asked at the same address', async () => {
		const others = ['other.example', `sub.${HOST}`, `${HOST}.other.example`];
		expect(await ends(AUTHORITY, at(HOST), ...others.map((host) => at(host)))).toEqual([
			'ok',
			refused,
			refused,
			refused,
		]);
		expect(asked).toHaveLength(2);
	});

	test('of an authority that nobody believes is refused', async () => {
		expect(await ends(null, at(HOST))).toEqual([refused]);
		expect(asked).toEqual([]);
	});

	test('is asked of an address, and of whoever may name private ones, too', async () => {
		expect(await ends(AUTHORITY, at('127.0.0.1'), at('127.0.0.1', null), at('localhost', null))).toEqual([
			refused,
			refused,
			refused,
		]);
		expect(asked).toEqual([]);
	});
});
