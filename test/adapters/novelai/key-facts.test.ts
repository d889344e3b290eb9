/** What a key's plan serves, by the loopback NovelAI: the table behind every gate. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialDigest } from '#adapters/crypto/credential-digest';
import { NovelaiTextModel } from '#adapters/novelai/novelai-text-model';
import type { Credential } from '#domain/credential';
import { Secret } from '#domain/secret';
import type { Tier } from '#playground/novelai-server/model-catalog';
import { type NovelaiServer, startNovelaiServer } from '#playground/novelai-server/start-novelai-server';
import { recordingLog } from '../../support/store-log.ts';
import { StillClock } from './provider.ts';

const never = new AbortController().signal;
const EVERY_PAID = ['glm-4-6', 'kayra-v1'];
const ALL = ['glm-4-6', 'xialong-v1', 'kayra-v1', 'llama-3-erato-v1'];

let server: NovelaiServer;

beforeAll(async () => {
	server = await startNovelaiServer();
});

afterAll(() => server.stop());

function keyOf(name: string): Credential {
	const secret = new Secret(`pst-${name}-key`);
	return { provider: 'novelai', owner: { kind: 'operator' }, secret, digest: credentialDigest(secret) };
}

function openModel(accountUrl = server.url): Promise<NovelaiTextModel> {
	return NovelaiTextModel.open({
		textUrl: server.url,
		accountUrl,
		requestTimeoutMs: 2_000,
		streamReadTimeoutMs: 2_000,
		clock: new StillClock(),
		random: { next: () => 0 },
		log: recordingLog(),
		preparer: {
			prepare: () => Promise.resolve({ ok: false, error: { code: 'prompt-too-long' } }),
			missingFamilies: () => Promise.resolve([]),
		},
	});
}

describe('key facts', () => {
	test.each<[Tier, { active: boolean; expected: unknown }]>([
		[1, { active: true, expected: { ok: true, value: { tier: 'Tablet', models: EVERY_PAID } } }],
		[2, { active: true, expected: { ok: true, value: { tier: 'Scroll', models: EVERY_PAID } } }],
		[3, { active: true, expected: { ok: true, value: { tier: 'Opus', models: ALL } } }],
		[0, { active: true, expected: { ok: true, value: { tier: 'Paper', models: [] } } }],
		[3, { active: false, expected: { ok: false, error: { code: 'subscription-inactive' } } }],
	])('of tier %i name the plan and its models, or say that it has ended', async (tier, { active, expected }) => {
		const key = keyOf(`tier-${tier}-${active}`);
		server.accounts.set(key.secret.reveal(), { tier, active });
		const model = await openModel();
		expect(await model.keyFacts(key, never)).toEqual(expected);
		expect(await model.checkCredential(key, never)).toEqual(expected);
	});

	test('are asked for once, and afresh when a key is checked', async () => {
		const key = keyOf('once');
		server.accounts.set(key.secret.reveal(), { tier: 3, active: true });
		const model = await openModel();
		const before = server.requests.length;
		await model.keyFacts(key, never);
		await model.keyFacts(key, never);
		expect(server.requests.length).toBe(before + 1);
		server.accounts.set(key.secret.reveal(), { tier: 1, active: true });
		expect(await model.keyFacts(key, never)).toMatchObject({ value: { tier: 'Opus' } });
		await model.checkCredential(key, never);
		expect(await model.keyFacts(key, never)).toMatchObject({ value: { tier: 'Tablet', models: EVERY_PAID } });
	});

	test('that cannot be had are no permission', async () => {
		expect(await (await openModel()).keyFacts(keyOf('unknown'), never)).toEqual({
			ok: false,
			error: { code: 'key-rejected' },
		});
		expect(await (await openModel('http://127.0.0.1:1')).keyFacts(keyOf('nobody'), never)).toEqual({
			ok: false,
			error: { code: 'subscription-unavailable' },
		});
	});
});

test('an account server that sends elsewhere is sent no key there', async () => {
	const asked: (string | null)[] = [];
	const elsewhere = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: (request) => {
			asked.push(request.headers.get('authorization'));
			return Response.json({ tier: 3, active: true });
		},
	});
	const account = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: () => Response.redirect(new URL('/user/subscription', elsewhere.url).href, 307),
	});
	try {
		const model = await openModel(account.url.href.replace(/\/$/, ''));
		const facts = await model.keyFacts(keyOf('opus'), never);
		expect(facts).toMatchObject({ ok: false });
		expect(asked).toEqual([]);
	} finally {
		await account.stop(true);
		await elsewhere.stop(true);
	}
});
