/** Which models a turn tries, over whose keys. */
import { describe, expect, test } from 'vitest';
import { chooseCredential, type OperatorKey, singleKey } from '#app/chat/choose-credential';
import type { TurnPlace } from '#app/chat/gather-place';
import { mayTryAnother, planAttempts } from '#app/chat/plan-attempts';
import type { Credential } from '#domain/credential';
import type { FailureCode } from '#domain/failure';
import type { ServerId, UserId } from '#domain/ids';
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
}

function stores({ own, shared }: Keys) {
	const nothing = () => Promise.reject(new Error('not part of a choice'));
	return {
		credentials: {
			findCredential: () => Promise.resolve(own ?? null),
			saveCredential: nothing,
			removeCredential: nothing,
		},
		keyPool: {
			listKeys: () => Promise.resolve(shared ? [singleKey(shared)] : []),
			addKey: nothing,
			recordSuccess: nothing,
			recordError: nothing,
		},
	};
}

interface Choice {
	readonly workspace?: Workspace;
	readonly fallback?: boolean;
	readonly operator?: OperatorKey | null;
}

async function chosen(keys: Keys, { workspace = GUILD, fallback = true, operator = OPERATOR }: Choice = {}) {
	const query = { workspace, userId: PERSON, provider: 'novelai', personalServerFallback: fallback };
	const routes = await chooseCredential(query, stores(keys), operator);
	if (!routes.ok) return routes.error.code;
	return routes.value.map(
		(route) => `${route.scope}:${route.keys.map(({ credential }) => credential.digest).join('+')}`,
	);
}

describe('chooseCredential', () => {
	test("one's own key comes first, and the server's may stand in for it", async () => {
		expect(await chosen({ own: OWN, shared: SHARED })).toEqual(['personal:own', 'server:shared']);
		expect(await chosen({ own: OWN, shared: SHARED }, { fallback: false })).toEqual(['personal:own']);
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

const row = (change: Partial<SettingsRow>): SettingsRow => ({ ...EMPTY_SETTINGS_ROW, ...change });

function plan(
	rows: { server?: SettingsRow; user?: SettingsRow },
	workspace: Workspace,
	scopes: readonly ('personal' | 'server')[],
) {
	const routes = scopes.map((scope) => ({ scope, keys: [singleKey(scope === 'personal' ? OWN : SHARED)] }));
	const place = {
		workspace,
		scopes: { server: rows.server ?? null, user: rows.user ?? null, channel: null, persona: null },
	} as TurnPlace;
	return planAttempts(routes, place).map(({ route, settings, isFallback }) => {
		return `${route.scope}:${settings.modelCodename}${isFallback ? ' (fallback)' : ''}`;
	});
}

describe('planAttempts', () => {
	const server = row({ modelCodename: 's', fallbackModels: ['f', 's', 'f', 'g'] });
	const user = row({ modelCodename: 'u', fallbackModels: ['g'] });

	test('the chosen model comes first and only once, then its fallback models in order', () => {
		expect(plan({ server }, GUILD, ['server'])).toEqual(['server:s', 'server:f (fallback)', 'server:g (fallback)']);
	});

	test("each route runs on its own scope's models", () => {
		expect(plan({ server, user }, GUILD, ['personal', 'server'])).toEqual([
			'personal:u',
			'personal:g (fallback)',
			'server:s',
			'server:f (fallback)',
			'server:g (fallback)',
		]);
	});

	test('in direct messages what the person chose holds whoever pays', () => {
		expect(plan({ server, user }, DIRECT, ['server'])).toEqual(['server:u', 'server:g (fallback)']);
	});
});

test('a failure of the provider lets another attempt follow, one of Discord, of the turn or an empty reply does not', () => {
	const goOn: readonly FailureCode[] = ['tier-unsupported', 'provider-overloaded', 'provider-timeout', 'key-rejected'];
	for (const code of goOn) expect(mayTryAnother({ code } as never), code).toBe(true);
	const stop: readonly FailureCode[] = ['discord-forbidden', 'turn-timeout', 'empty-reply', 'internal-error', 'no-key'];
	for (const code of stop) expect(mayTryAnother({ code } as never), code).toBe(false);
});
