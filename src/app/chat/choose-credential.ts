/** Whose keys serve whom. */
import type { Credential } from '#domain/credential';
import { type CustomProvider, customNameOf } from '#domain/custom-provider';
import type { Snowflake, UserId } from '#domain/ids';
import { Secret } from '#domain/secret';
import type { Workspace } from '#domain/workspace';
import { sha256Hex } from '#lib/sha256';
import type { CredentialScope, CredentialStore } from '#ports/credential-store';
import type { CustomProviderStore } from '#ports/custom-provider-store';
import type { KeyPoolStore, PooledKey } from '#ports/key-pool-store';

/** The operator's own key and who may use it. */
export interface OperatorKey {
	readonly credential: Credential;
	/** Empty means every guild. */
	readonly guildIds: readonly Snowflake[];
	/** The application's owners, whose direct messages it serves; strangers' it never does. */
	readonly ownerIds: readonly Snowflake[];
}

/** Whose keys and endpoints; the operator's key counts as the workspace's. */
export type ServingScope = 'personal' | 'server';

/** One scope's keys for one provider. */
export interface KeyQuery {
	readonly scope: ServingScope;
	readonly workspace: Workspace;
	readonly userId: UserId;
	readonly provider: string;
}

/** One way of serving a turn: a scope with its keys for a provider, at least one. */
export interface ServingRoute {
	readonly scope: ServingScope;
	readonly provider: string;
	readonly keys: readonly PooledKey[];
}

/** Where keys and endpoints are kept. */
export interface KeyStores {
	readonly credentials: CredentialStore;
	readonly keyPool: KeyPoolStore;
	readonly customProviders: CustomProviderStore;
}

/**
 * The enabled keys of a scope; for a workspace without any the operator's, where it serves. Each key of a custom
 * provider knows its endpoint, and an endpoint without a key has an empty one; a scope without the endpoint has none.
 */
export async function servingKeys(
	query: KeyQuery,
	stores: KeyStores,
	operator: OperatorKey | null,
): Promise<readonly PooledKey[]> {
	const { workspace, provider } = query;
	const owner = ownerOf(query);
	const name = customNameOf(provider);
	if (name !== null) {
		const endpoint = await stores.customProviders.findProvider(owner, name);
		return endpoint === null ? [] : await keysOfEndpoint({ owner, endpoint, provider }, stores);
	}
	const keys = await storedKeys(owner, provider, stores);
	if (keys.length > 0) return keys.filter((key) => key.isEnabled);
	const isServed =
		query.scope === 'server' && operator?.credential.provider === provider && operatorKeyServes(workspace, operator);
	return isServed ? [singleKey(operator.credential)] : [];
}

interface EndpointInScope {
	readonly owner: CredentialScope;
	readonly endpoint: CustomProvider;
	readonly provider: string;
}

async function keysOfEndpoint(place: EndpointInScope, stores: KeyStores): Promise<readonly PooledKey[]> {
	const { owner, endpoint, provider } = place;
	const keys = await storedKeys(owner, provider, stores);
	if (keys.length === 0) return [singleKey(keylessCredential(place))];
	return keys.filter((key) => key.isEnabled).map((key) => ({ ...key, credential: atHost(key.credential, endpoint) }));
}

/**
 * Many servers take any key, so people write the one that a manual names: the same text at two hosts is two keys, and
 * neither waits for the other nor is spent with it.
 */
function atHost(credential: Credential, endpoint: CustomProvider): Credential {
	const { origin } = new URL(endpoint.baseUrl);
	return { ...credential, endpoint, digest: sha256Hex(JSON.stringify([credential.digest, origin])) };
}

/** Its digest names the endpoint of the scope, so that there is one generation at a time as with a key. */
export function keylessCredential({ owner, endpoint, provider }: EndpointInScope): Credential {
	const digest = sha256Hex(JSON.stringify([owner, provider, endpoint.baseUrl]));
	return { provider, owner, secret: new Secret(''), digest, endpoint };
}

/** Everything that is stored, the main key first. */
export async function storedKeys(
	owner: CredentialScope,
	provider: string,
	{ credentials, keyPool }: KeyStores,
): Promise<readonly PooledKey[]> {
	if (owner.kind === 'server') return await keyPool.listKeys(owner.serverId, provider);
	const own = await credentials.findCredential(owner, provider);
	return own === null ? [] : [singleKey(own)];
}

function ownerOf({ scope, workspace, userId }: KeyQuery): CredentialScope {
	return scope === 'personal' ? { kind: 'personal', userId } : { kind: 'server', serverId: workspace.id };
}

/** A key of which no record is kept. */
export function singleKey(credential: Credential): PooledKey {
	return {
		id: null,
		credential,
		isMain: true,
		isEnabled: true,
		usageCount: 0,
		coolingUntilMs: null,
		lastErrorCode: null,
	};
}

function operatorKeyServes(workspace: Workspace, operator: OperatorKey): boolean {
	if (workspace.kind === 'direct') return operator.ownerIds.includes(workspace.discordId);
	return operator.guildIds.length === 0 || operator.guildIds.includes(workspace.discordId);
}
