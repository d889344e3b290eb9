/** Which models a turn tries, over whose keys. */
import { describe, expect, test } from 'vitest';
import { attemptsOf } from '#app/chat/attempts-of';
import { type KeyStores, type OperatorKey, servingKeys, singleKey } from '#app/chat/choose-credential';
import { type AttemptPlace, mayTryAnother } from '#app/chat/plan-attempts';
import { resolveSettings } from '#core/settings/resolve-settings';
import type { Credential } from '#domain/credential';
import type { CustomProvider } from '#domain/custom-provider';
import type { FailureCode } from '#domain/failure';
import type { ServerId, UserId } from '#domain/ids';
import { TEXT_ONLY } from '#domain/media-descriptor';
import { Secret } from '#domain/secret';
import { EMPTY_SETTINGS_ROW, type SettingsRow } from '#domain/settings';
import type { Workspace } from '#domain/workspace';

const SERVER = 1 as ServerId;
const PERSON = 2 as UserId;
const key = (digest: string, owner: Credential['owner']): Credential => {
	return { provider: 'novelai', owner, secret: new Secret(`pst-${digest}`), digest };
};
const OWN = key('own', { kind: 'personal', userId: PERSON });
const SHARED = key('shared', { kind: 'server', serverId: SERVER });
const OPERATOR: OperatorKey = { credential: key('operator', { kind: 'operator' }), guildIds: [], ownerIds: ['900'] };
const GUILD: Workspace = { id: SERVER, kind: 'guild', discordId: '100', locale: null };
const DIRECT: Workspace = { id: SERVER, kind: 'direct', discordId: '200', locale: null };

interface Keys {
	readonly own?: Credential;
	readonly shared?: Credential;
	/** Endpoints, each by scope and name. */
	readonly endpoints?: readonly `${'personal' | 'server'}:${string}`[];
	/** Keys of endpoints in both scopes, by provider. */
	readonly endpointKeys?: Readonly<Record<string, Credential>>;
}

/** Endpoints whose names begin so see pictures. */
const SEEING = 'eyes';

const endpoint = (name: string): CustomProvider => ({
	name,
	baseUrl: `https://${name}.example/v1`,
	model: 'm',
	windowTokens: 8_192,
	outputTokensMax: 512,
	capabilities: { ...TEXT_ONLY, seesImages: name.startsWith(SEEING) },
	mayBePrivate: false,
});

function stores({ own, shared, endpoints = [], endpointKeys = {} }: Keys): KeyStores {
	const nothing = () => Promise.reject(new Error('not part of a choice'));
	const keyOf = (provider: string, key: Credential | undefined) =>
		provider === 'novelai' ? key : endpointKeys[provider];
	return {
		credentials: {
			findCredential: async (_scope, provider) => keyOf(provider, own) ?? null,
			saveCredential: nothing,
			removeCredential: nothing,
		},
		keyPool: {
			listKeys: async (_serverId, provider) => {
				const found = keyOf(provider, shared);
				return found ? [singleKey(found)] : [];
			},
			addKey: nothing,
			recordSuccess: nothing,
			recordError: nothing,
		},
		customProviders: {
			findProvider: async ({ kind }, name) => (endpoints.includes(`${kind}:${name}`) ? endpoint(name) : null),
			listProviders: nothing,
			saveProvider: nothing,
			removeProvider: nothing,
		},
	};
}

const row = (change: Partial<SettingsRow>): SettingsRow => ({ ...EMPTY_SETTINGS_ROW, ...change });

interface Choice {
	readonly workspace?: Workspace;
	readonly operator?: OperatorKey | null;
	readonly server?: SettingsRow;
	readonly user?: SettingsRow;
}

function placeOf({ workspace = GUILD, server, user }: Choice): AttemptPlace {
	const scopes = { server: server ?? null, user: user ?? null, channel: null, persona: null };
	return { workspace, userId: PERSON, scopes, settings: resolveSettings(scopes) };
}

/** `scope:model:key`, each attempt; or the failure's code. */
async function planned(keys: Keys, choice: Choice = {}) {
	const { operator = OPERATOR } = choice;
	const attempts = await attemptsOf(placeOf(choice), stores(keys), operator);
	if (!attempts.ok) return attempts.error.code;
	return attempts.value.map(({ route, settings, isFallback }) => {
		const keys = route.keys.map(({ credential: { endpoint: at, secret, digest } }) => (at ? secret.reveal() : digest));
		return `${route.scope}:${settings.modelCodename}:${keys.join('+')}${isFallback ? ' (fallback)' : ''}`;
	});
}

describe('whose keys serve', () => {
	const chosen = async (keys: Keys, choice: Choice = {}) => {
		const attempts = await planned(keys, { server: row({ modelCodename: 's' }), ...choice });
		return typeof attempts === 'string' ? attempts : attempts.map((attempt) => attempt.replace(':s:', ':'));
	};
	const alone = row({ personalServerFallback: false });

	test("one's own key comes first, and the server's may stand in for it", async () => {
		expect(await chosen({ own: OWN, shared: SHARED })).toEqual(['personal:own', 'server:shared']);
		expect(await chosen({ own: OWN, shared: SHARED }, { user: alone })).toEqual(['personal:own']);
		expect(await chosen({ shared: SHARED }, { user: alone })).toEqual(['server:shared']);
	});

	test("the operator's key counts as the workspace's, where it has none", async () => {
		expect(await chosen({})).toEqual(['server:operator']);
		expect(await chosen({ own: OWN })).toEqual(['personal:own', 'server:operator']);
		expect(await chosen({ shared: SHARED })).toEqual(['server:shared']);
		expect(await chosen({}, { operator: { ...OPERATOR, guildIds: ['7'] } })).toBe('no-key');
	});

	test("a stranger's direct messages never spend the operator's key", async () => {
		expect(await chosen({}, { workspace: DIRECT })).toBe('no-key-direct');
		expect(await chosen({}, { workspace: { ...DIRECT, discordId: '900' } })).toEqual(['server:operator']);
	});
});

describe('which models are tried', () => {
	const server = row({ modelCodename: 's', fallbackModels: ['f', 's', 'f', 'g'] });
	const user = row({ modelCodename: 'u', fallbackModels: ['g'] });

	test('the chosen model comes first and only once, then its fallback models in order', async () => {
		expect(await planned({ shared: SHARED }, { server })).toEqual([
			'server:s:shared',
			'server:f:shared (fallback)',
			'server:g:shared (fallback)',
		]);
	});

	test('each scope runs on its own models', async () => {
		expect(await planned({ own: OWN, shared: SHARED }, { server, user })).toEqual([
			'personal:u:own',
			'personal:g:own (fallback)',
			'server:s:shared',
			'server:f:shared (fallback)',
			'server:g:shared (fallback)',
		]);
	});

	test('in direct messages what the person chose holds whoever pays', async () => {
		expect(await planned({ shared: SHARED }, { server, user, workspace: DIRECT })).toEqual([
			'server:u:shared',
			'server:g:shared (fallback)',
		]);
	});
});

describe('custom providers', () => {
	const ownModel = row({ modelCodename: 'custom:x' });
	const sharedModel = row({ modelCodename: 'custom:x' });
	const both = ['personal:x', 'server:x'] as const;

	test('an endpoint serves without a key, and with the keys that it has', async () => {
		const keyed = { 'custom:x': { ...SHARED, provider: 'custom:x', secret: new Secret('sk') } };
		expect(await planned({ endpoints: ['server:x'] }, { server: sharedModel })).toEqual(['server:custom:x:']);
		const keys = { endpoints: ['server:x'], endpointKeys: keyed } as const;
		expect(await planned(keys, { server: sharedModel })).toEqual(['server:custom:x:sk']);
	});

	test('every credential of an endpoint knows it, and the one without a key belongs to this scope and address', async () => {
		const query = { workspace: GUILD, userId: PERSON, provider: 'custom:x' };
		const [shared] = await servingKeys({ ...query, scope: 'server' }, stores({ endpoints: both }), null);
		const [own] = await servingKeys({ ...query, scope: 'personal' }, stores({ endpoints: both }), null);
		expect(shared?.credential.endpoint).toEqual(endpoint('x'));
		expect(shared?.credential.digest).toMatch(/^[0-9a-f]{64}$/);
		expect(own?.credential.digest).not.toBe(shared?.credential.digest);
	});

	test('one text at two hosts is two keys, so that neither waits for the other', async () => {
		const key = { ...SHARED, secret: new Secret('none') };
		const endpointKeys = { 'custom:x': key, 'custom:y': key };
		const known = stores({ endpoints: ['server:x', 'server:y', 'personal:x'], endpointKeys });
		const digestOf = async (scope: 'server' | 'personal', provider: string) => {
			const [found] = await servingKeys({ workspace: GUILD, userId: PERSON, scope, provider }, known, null);
			return found?.credential.digest;
		};
		const [x, y] = [await digestOf('server', 'custom:x'), await digestOf('server', 'custom:y')];
		expect(x).toMatch(/^[0-9a-f]{64}$/);
		expect(y).not.toBe(x);
		expect(await digestOf('personal', 'custom:x')).toBe(x);
	});

	test("a person's choice is served by their own endpoint only, a server's by the server's only", async () => {
		const mine = { user: ownModel, server: row({ modelCodename: 's' }) };
		expect(await planned({ endpoints: both, shared: SHARED }, mine)).toEqual(['personal:custom:x:', 'server:s:shared']);
		expect(await planned({ endpoints: ['server:x'], shared: SHARED }, mine)).toEqual(['server:s:shared']);
		expect(await planned({ endpoints: both }, { server: sharedModel })).toEqual(['server:custom:x:']);
		expect(await planned({ endpoints: ['personal:x'] }, { server: sharedModel })).toBe('model-unknown');
	});

	test("the operator's key is never sent to an endpoint", async () => {
		expect(await planned({}, { server: sharedModel })).toBe('model-unknown');
	});

	test('an endpoint falls back to NovelAI and NovelAI to an endpoint, each over its own keys', async () => {
		const custom = row({ modelCodename: 'custom:x', fallbackModels: ['kayra-v1'] });
		const kayra = row({ modelCodename: 'kayra-v1', fallbackModels: ['custom:x'] });
		const keys = { endpoints: ['server:x'], shared: SHARED } as const;
		expect(await planned(keys, { server: custom })).toEqual(['server:custom:x:', 'server:kayra-v1:shared (fallback)']);
		expect(await planned(keys, { server: kayra })).toEqual(['server:kayra-v1:shared', 'server:custom:x: (fallback)']);
		expect(await planned({ endpoints: ['server:x'] }, { server: kayra, operator: null })).toEqual([
			'server:custom:x: (fallback)',
		]);
	});

	test("a person's own key does not put the server's fallback before the endpoint that the server chose", async () => {
		const server = row({ modelCodename: 'custom:x', fallbackModels: ['kayra-v1'] });
		const keys = { endpoints: ['server:x'], own: OWN, shared: SHARED } as const;
		expect(await planned(keys, { server })).toEqual([
			'server:custom:x:',
			'server:kayra-v1:shared (fallback)',
			'personal:kayra-v1:own (fallback)',
		]);
		const alone = row({ personalServerFallback: false });
		expect(await planned(keys, { server, user: alone })).toEqual(['personal:kayra-v1:own (fallback)']);
	});

	test('in direct messages each of the two scopes serves what was chosen in it', async () => {
		const user = row({ modelCodename: 'custom:x', fallbackModels: ['kayra-v1'] });
		const place = { workspace: DIRECT, user } as const;
		expect(await planned({ endpoints: both, own: OWN }, place)).toEqual([
			'personal:custom:x:',
			'personal:kayra-v1:own (fallback)',
		]);
		expect(await planned({ endpoints: ['server:x'] }, { workspace: DIRECT, server: sharedModel })).toEqual([
			'server:custom:x:',
		]);
	});
});

test('a failure of the provider lets another attempt follow, one of Discord, of the turn or an empty reply does not', () => {
	const goOn: readonly FailureCode[] = ['tier-unsupported', 'provider-overloaded', 'provider-timeout', 'key-rejected'];
	for (const code of goOn) expect(mayTryAnother({ code } as never), code).toBe(true);
	const stop: readonly FailureCode[] = ['discord-forbidden', 'turn-timeout', 'empty-reply', 'internal-error', 'no-key'];
	for (const code of stop) expect(mayTryAnother({ code } as never), code).toBe(false);
});

describe('who looks at pictures', () => {
	/** `model < vision`, each attempt. */
	async function looking(choice: Choice, endpoints: Keys['endpoints'] = []) {
		const attempts = await attemptsOf(placeOf(choice), stores({ own: OWN, shared: SHARED, endpoints }), OPERATOR);
		if (!attempts.ok) return attempts.error.code;
		return attempts.value.map(({ route, vision }) => {
			return `${route.scope} < ${vision === undefined ? 'nobody' : `${vision.scope}:${vision.provider}`}`;
		});
	}
	const BOTH = ['personal:eyes', 'server:eyes'] as const;
	const eyes = row({ visionModel: 'custom:eyes' });

	test('is an endpoint of the scope that serves, and never another scope’s', async () => {
		expect(await looking({ server: eyes, user: eyes }, BOTH)).toEqual([
			'personal < personal:custom:eyes',
			'server < server:custom:eyes',
		]);
		expect(await looking({ server: eyes }, BOTH)).toEqual(['personal < nobody', 'server < server:custom:eyes']);
		expect(await looking({ user: eyes }, BOTH)).toEqual(['personal < personal:custom:eyes', 'server < nobody']);
		expect(await looking({ user: eyes }, ['server:eyes'])).toEqual(['personal < nobody', 'server < nobody']);
	});

	test('is nobody where the endpoint is gone, sees nothing, or is a model of NovelAI’s', async () => {
		expect(await looking({ server: eyes })).toEqual(['personal < nobody', 'server < nobody']);
		const blind = row({ visionModel: 'custom:ears' });
		expect(await looking({ server: blind }, ['server:ears'])).toEqual(['personal < nobody', 'server < nobody']);
		const novelai = row({ visionModel: 'glm-4-6' });
		expect(await looking({ server: novelai })).toEqual(['personal < nobody', 'server < nobody']);
	});

	test('is in direct messages whichever the person has chosen', async () => {
		const workspace = DIRECT;
		expect(await looking({ workspace, user: eyes }, ['personal:eyes'])).toEqual([
			'personal < personal:custom:eyes',
			'server < personal:custom:eyes',
		]);
		expect(await looking({ workspace, server: eyes }, ['server:eyes'])).toEqual([
			'personal < server:custom:eyes',
			'server < server:custom:eyes',
		]);
	});
});
