/** Lists of models for suggestions: asked where it is allowed, seldom, and never waited for. */
import { afterEach, describe, expect, test } from 'vitest';
import { CustomModelCatalog } from '#adapters/custom/custom-model-catalog';
import type { AddressReach } from '#ports/address-guard';
import { ManualClock } from '../../support/manual-clock.ts';
import { type Provider, startProvider, until } from '../novelai/provider.ts';
import { credentialFor, guardOf, KEY } from './endpoint.ts';

let provider: Provider | null = null;
afterEach(async () => {
	await provider?.stop();
	provider = null;
});

const listOf = (...ids: readonly unknown[]) => Response.json({ object: 'list', data: ids.map((id) => ({ id })) });

/** A catalog over an endpoint that answers so, behind addresses that reach so far. */
function catalogOver(answer: () => Response | Promise<Response>, reach: AddressReach = 'public') {
	const server = startProvider(answer);
	provider = server;
	const clock = new ManualClock();
	const addressGuard = guardOf(async () => ({ reach, addresses: ['127.0.0.1'] }));
	const catalog = new CustomModelCatalog({ clock, addressGuard });
	const ask = (change: { readonly key?: string; readonly mayBePrivate?: boolean; readonly path?: string } = {}) => {
		const { path = '', mayBePrivate = false, key = KEY } = change;
		const credential = { ...credentialFor(`${server.url}${path}`, { key }), digest: key };
		return catalog.modelsAt({ endpoint: { baseUrl: `${server.url}${path}`, mayBePrivate }, credential });
	};
	return { ask, clock, seen: server.seen };
}

describe('a list of models', () => {
	test('is asked for once in a minute for each address and key', async () => {
		const { ask, clock, seen } = catalogOver(() => listOf('a', 'b'));
		expect(await Promise.all([ask(), ask()])).toEqual([
			['a', 'b'],
			['a', 'b'],
		]);
		expect(await ask()).toEqual(['a', 'b']);
		expect(seen).toHaveLength(1);
		expect(seen[0]).toMatchObject({ path: '/v1/models', authorization: `Bearer ${KEY}` });
		await ask({ key: '' });
		expect(seen[1]?.authorization).toBeNull();
		clock.advance(60_001);
		await ask();
		expect(seen).toHaveLength(3);
	});

	test.each<[string, () => Response]>([
		['refuses', () => new Response('no', { status: 403 })],
		['sends elsewhere', () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } })],
		['answers with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
		['lists what is no name', () => listOf(7, null, '', ' \t', ' a', 'a\nb', 'x'.repeat(201))],
	])('is empty, and that is remembered, where the endpoint %s', async (_deed, answer) => {
		const { ask, seen } = catalogOver(answer);
		expect([await ask(), await ask()]).toEqual([[], []]);
		expect(seen).toHaveLength(1);
	});

	test('names everything once, and no more than a thousand', async () => {
		const twice = catalogOver(() => listOf('b', 'a', 'b', 'a'));
		expect(await twice.ask()).toEqual(['b', 'a']);
		await provider?.stop();
		const many = catalogOver(() => listOf(...Array.from({ length: 10_000 }, (_, at) => `m${at}`)));
		expect(await many.ask()).toHaveLength(1_000);
	});

	test('is not asked for in private networks but by whoever may name them, nor where a name leads nowhere', async () => {
		const hidden = catalogOver(() => listOf('a'), 'private');
		expect(await hidden.ask()).toEqual([]);
		expect(hidden.seen).toEqual([]);
		expect(await hidden.ask({ mayBePrivate: true })).toEqual(['a']);
		await provider?.stop();
		const nowhere = catalogOver(() => listOf('a'), 'unknown');
		expect(await nowhere.ask({ mayBePrivate: true })).toEqual([]);
		expect(nowhere.seen).toEqual([]);
	});

	test('is given up when it is late, and no more than eight are asked at once', async () => {
		const { ask, clock, seen } = catalogOver(() => new Promise(() => {}));
		const late = Array.from({ length: 9 }, (_, index) => ask({ path: `/${index}` }));
		expect(await late[8]).toEqual([]);
		await until(() => seen.length === 8);
		clock.advance(2_501);
		expect(await Promise.all(late)).toEqual(Array.from({ length: 9 }, () => []));
		expect(seen).toHaveLength(8);
	});
});
