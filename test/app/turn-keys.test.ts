/** What the attempts of one turn learn of keys. */
import { expect, test } from 'vitest';
import { type ServingRoute, singleKey } from '#app/chat/choose-credential';
import { TurnKeys } from '#app/chat/turn-keys';
import type { CustomProvider } from '#domain/custom-provider';
import type { UserId } from '#domain/ids';
import { TEXT_ONLY } from '#domain/media-descriptor';
import { Secret } from '#domain/secret';
import { assert } from '#lib/assert';

const endpoint = (host: string): CustomProvider => ({
	name: 'home',
	baseUrl: `https://${host}/v1`,
	model: 'm',
	windowTokens: 8_192,
	outputTokensMax: 512,
	capabilities: TEXT_ONLY,
	mayBePrivate: false,
});

function route(provider: string, digests: readonly string[], host?: string): ServingRoute {
	const keys = digests.map((digest) =>
		singleKey({
			provider,
			owner: { kind: 'personal', userId: 1 as UserId },
			secret: new Secret(''),
			digest,
			...(host === undefined ? {} : { endpoint: endpoint(host) }),
		}),
	);
	return { scope: 'server', provider, keys };
}

/** The digest of the key that comes first on a route. */
function first(keys: TurnKeys, of: ServingRoute): string | null {
	return keys.next(of, new Set())?.credential.digest ?? null;
}

function keyOf({ keys }: ServingRoute, index: number) {
	const key = keys[index];
	assert(key, 'the route of a test has that key');
	return key;
}

test('after a busy provider only the same key of the same route is asked, and other hosts as if nothing were', () => {
	const keys = new TurnKeys(() => 0);
	const own = route('novelai', ['a', 'b']);
	const shared = route('novelai', ['c']);
	const home = route('custom:home', ['d'], 'home.example');
	keys.markBusy(own, keyOf(own, 1));
	expect([first(keys, own), first(keys, shared), first(keys, home)]).toEqual(['b', null, 'd']);
});

test('a busy endpoint is the same endpoint in another scope, and another one of the same name is not', () => {
	const keys = new TurnKeys(() => 0);
	const home = route('custom:home', ['a'], 'home.example');
	const sameHost = route('custom:house', ['b'], 'home.example');
	const sameName = route('custom:home', ['c'], 'elsewhere.example');
	keys.markBusy(home, keyOf(home, 0));
	expect([first(keys, home), first(keys, sameHost), first(keys, sameName)]).toEqual(['a', null, 'c']);
	expect(first(keys, route('novelai', ['d']))).toBe('d');
});

test('a spent key is of no use on any route', () => {
	const keys = new TurnKeys(() => 0);
	const own = route('novelai', ['a', 'b']);
	keys.markSpent(keyOf(own, 0));
	expect(first(keys, own)).toBe('b');
	expect(first(keys, route('novelai', ['a']))).toBeNull();
});
