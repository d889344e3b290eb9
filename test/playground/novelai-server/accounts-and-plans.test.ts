/** Who may ask for what: keys, plans, trials, and what the log keeps of a key. */

import { describe, expect, test } from 'vitest';
import { digestToken } from '#playground/novelai-server/accounts';
import type { NovelaiServer } from '#playground/novelai-server/start-novelai-server';
import {
	complete,
	completionBody,
	generate,
	lapsed,
	nativeBody,
	opus,
	paper,
	post,
	readCompletion,
	readMessage,
	scroll,
	startStandIn,
	tablet,
} from './stand-in.ts';

const get = (url: string, key?: string): Promise<Response> =>
	fetch(url, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } });

interface Plan {
	readonly active: boolean;
	readonly expiresAt: number;
	readonly perks: { readonly contextTokens: number };
}

async function readPlan(server: NovelaiServer, key: string): Promise<Plan> {
	return (await (await get(`${server.url}/user/subscription`, key)).json()) as Plan;
}

describe('keys', () => {
	test.each(['/user/subscription', '/user/information'])(
		'an unknown or missing key is answered 401 on %s',
		async (path) => {
			const server = await startStandIn();
			for (const key of ['pst-unknown', undefined]) {
				const response = await get(`${server.url}${path}`, key);
				expect(response.status).toBe(401);
				expect(await response.json()).toEqual({ statusCode: 401, message: 'Unauthorized' });
			}
		},
	);

	test('an unknown key is answered 401 on both generation routes', async () => {
		const server = await startStandIn();
		expect((await complete(server, {}, { key: 'pst-unknown' })).status).toBe(401);
		expect((await generate(server, {}, { key: 'pst-unknown' })).status).toBe(401);
		expect(server.requests.map((request) => request.outcome)).toEqual(['refused', 'refused']);
	});

	test('the log holds a digest of the key and never the key', async () => {
		const server = await startStandIn();
		await readCompletion(await complete(server));
		expect(server.requests[0]?.authorizationDigest).toBe(digestToken(opus));
		expect(JSON.stringify(server.requests)).not.toContain(opus);
	});

	test('a key can be taken away and given another plan while the server runs', async () => {
		const server = await startStandIn();
		server.accounts.remove(opus);
		expect((await get(`${server.url}/user/information`, opus)).status).toBe(401);
		server.accounts.set(opus, { tier: 1, active: true });
		expect(await (await get(`${server.url}/user/subscription`, opus)).json()).toMatchObject({ tier: 1, active: true });
	});
});

describe('GET /user/subscription', () => {
	test('has the published fields, and a context size that is not the window of any chat model', async () => {
		const server = await startStandIn({ now: () => 1_000_000 });
		const body = await readPlan(server, scroll);
		expect(body).toMatchObject({ tier: 2, active: true, expiresAt: 1000 + 2_592_000, isGracePeriod: false });
		expect(body.perks.contextTokens).toBe(6144);
		expect(Object.keys(body)).toEqual(
			expect.arrayContaining(['perks', 'paymentProcessorData', 'trainingStepsLeft', 'accountType']),
		);
	});

	test('a lapsed subscription is inactive and has expired', async () => {
		const server = await startStandIn({ now: () => 5_000_000_000 });
		const body = await readPlan(server, lapsed);
		expect(body.active).toBe(false);
		expect(body.expiresAt).toBeLessThan(5_000_000);
	});
});

describe('plans', () => {
	test.each([
		[scroll, 'Scroll'],
		[tablet, 'Tablet'],
	])('Xialong is refused for %s in the words of the service', async (key, tier) => {
		const server = await startStandIn();
		const prompt = `[gMASK]<sop><|system|>\n${XIALONG}<|user|>\nRelevant persistent information:\n[ S: 4 ]\n***\nEllen: hi/nothink<|assistant|>\n<think></think>\nTomori:`;
		const response = await complete(server, { model: 'xialong-v1', prompt }, { key });
		expect(response.status).toBe(400);
		expect(await readMessage(response)).toBe(
			`bad request: model 'xialong-v1' not allowed for current user tier '${tier}'`,
		);
		expect(server.violations).toEqual([]);
		expect((await complete(server, { model: 'xialong-v1', prompt })).status).toBe(200);
	});

	test('Erato is refused below Opus with 409 on the native route', async () => {
		const server = await startStandIn();
		const body = nativeBody({}, { model: 'llama-3-erato-v1' });
		const response = await post(server, '/ai/generate', { body, key: scroll });
		expect(response.status).toBe(409);
		expect(await response.json()).toEqual({ statusCode: 409, message: 'Not eligible for this model' });
		expect((await post(server, '/ai/generate', { body })).status).toBe(200);
	});

	test('a lapsed subscription is refused with 402 on both routes', async () => {
		const server = await startStandIn();
		expect((await complete(server, {}, { key: lapsed })).status).toBe(402);
		expect((await generate(server, {}, { key: lapsed })).status).toBe(402);
	});

	test('a trial generates with Kayra until its free generations are spent', async () => {
		const server = await startStandIn();
		server.accounts.set(paper, { tier: 0, active: false, freeGenerations: 2 });
		const statuses: number[] = [];
		for (let round = 0; round < 3; round += 1) {
			const response = await generate(server, {}, { key: paper });
			await response.text();
			statuses.push(response.status);
		}
		expect(statuses).toEqual([200, 200, 409]);
		expect((await complete(server, {}, { key: paper })).status).toBe(400);
	});

	test('published output maxima are enforced only when the server is told to', async () => {
		const server = await startStandIn();
		const first = await generate(server, { max_length: 200 }, { key: scroll });
		await first.text();
		expect(first.status).toBe(200);
		server.settings.enforceOutputMaxima = true;
		const second = await generate(server, { max_length: 200 }, { key: scroll });
		expect(second.status).toBe(400);
		expect(await readMessage(second)).toContain('max 150');
	});

	test('errors of the completion route can take the nested shape', async () => {
		const server = await startStandIn({ completionErrorShape: 'nested' });
		expect(await (await complete(server, {}, { key: lapsed })).json()).toEqual({
			error: { message: expect.any(String) },
		});
	});
});

describe('routes', () => {
	test('a model asked on the wrong route is refused and recorded', async () => {
		const server = await startStandIn();
		const kayra = await post(server, '/oa/v1/completions', { body: completionBody({ model: 'kayra-v1' }) });
		expect(kayra.status).toBe(400);
		expect(await readMessage(kayra)).toBe(
			"Model 'kayra-v1' not available via OpenAI-compatible API. Use main NovelAI API.",
		);
		expect((await post(server, '/ai/generate', { body: nativeBody({}, { model: 'glm-4-6' }) })).status).toBe(403);
		expect(server.violations.map((violation) => violation.kind)).toEqual(['route', 'route']);
	});

	test('routes that are not served are answered 404 and listed', async () => {
		const server = await startStandIn();
		expect((await post(server, '/oa/v1/chat/completions', { body: {} })).status).toBe(404);
		expect((await get(`${server.url}/oa/v1/completions`, opus)).status).toBe(404);
		expect(server.unknownRoutes).toEqual([
			{ method: 'POST', path: '/oa/v1/chat/completions' },
			{ method: 'GET', path: '/oa/v1/completions' },
		]);
	});
});

const XIALONG =
	"You are Xialong (夏龍), an AI model finetuned by Anlatan. You follow the user's instructions precisely while bringing creativity, nuance, and depth to every response. Adapt your voice and style to match what the task demands.";
