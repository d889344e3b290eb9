/** Whose keys may serve a turn, in which order. */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { Snowflake, UserId } from '#domain/ids';
import type { Workspace } from '#domain/workspace';
import { err, ok, type Result } from '#lib/result';
import type { CredentialStore } from '#ports/credential-store';
import type { KeyPoolStore, PooledKey } from '#ports/key-pool-store';

/** The operator's own key and who may use it. */
export interface OperatorKey {
	readonly credential: Credential;
	/** Empty means every guild. */
	readonly guildIds: readonly Snowflake[];
	/** The application's owners, whose direct messages it serves; strangers' it never does. */
	readonly ownerIds: readonly Snowflake[];
}

/** Who asks, and where. */
export interface CredentialQuery {
	readonly workspace: Workspace;
	readonly userId: UserId;
	readonly provider: string;
	/** Whether the workspace's key may answer where the person's own fails. */
	readonly personalServerFallback: boolean;
}

/** One way of serving a turn: a scope with its keys, at least one. The operator's key counts as the workspace's. */
export interface ServingRoute {
	readonly scope: 'personal' | 'server';
	readonly keys: readonly PooledKey[];
}

/** Where keys are kept. */
export interface KeyStores {
	readonly credentials: CredentialStore;
	readonly keyPool: KeyPoolStore;
}

/** A person's own key first, then the workspace's, or the operator's where that applies and the workspace has none. */
export async function chooseCredential(
	query: CredentialQuery,
	stores: KeyStores,
	operator: OperatorKey | null,
): Promise<Result<readonly ServingRoute[], Failure>> {
	const { workspace, provider } = query;
	const routes: ServingRoute[] = [];
	const own = await stores.credentials.findCredential({ kind: 'personal', userId: query.userId }, provider);
	if (own) routes.push({ scope: 'personal', keys: [singleKey(own)] });
	if (!own || query.personalServerFallback) {
		const keys = await workspaceKeys({ workspace, provider }, stores.keyPool, operator);
		if (keys.length > 0) routes.push({ scope: 'server', keys });
	}
	if (routes.length > 0) return ok(routes);
	return err({ code: workspace.kind === 'direct' ? 'no-key-direct' : 'no-key' });
}

/** The enabled keys of a workspace; the operator's alone where it serves and there is no other; else none. */
export async function workspaceKeys(
	query: Pick<CredentialQuery, 'workspace' | 'provider'>,
	keyPool: KeyPoolStore,
	operator: OperatorKey | null,
): Promise<readonly PooledKey[]> {
	const { workspace, provider } = query;
	const keys = await keyPool.listKeys(workspace.id, provider);
	if (keys.length > 0) return keys.filter((key) => key.isEnabled);
	return operator && operatorKeyServes(workspace, operator) ? [singleKey(operator.credential)] : [];
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
