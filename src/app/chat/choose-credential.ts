/** Whose key serves a turn. */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { Snowflake, UserId } from '#domain/ids';
import type { Workspace } from '#domain/workspace';
import { err, ok, type Result } from '#lib/result';
import type { CredentialStore } from '#ports/credential-store';

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
}

/** A person's own key first, then the workspace's, then the operator's where it applies. */
export async function chooseCredential(
	query: CredentialQuery,
	store: CredentialStore,
	operator: OperatorKey | null,
): Promise<Result<Credential, Failure>> {
	const { workspace, provider } = query;
	const own = await store.findCredential({ kind: 'personal', userId: query.userId }, provider);
	if (own) return ok(own);
	const shared = await store.findCredential({ kind: 'server', serverId: workspace.id }, provider);
	if (shared) return ok(shared);
	if (operator && operatorKeyServes(workspace, operator)) return ok(operator.credential);
	return err({ code: workspace.kind === 'direct' ? 'no-key-direct' : 'no-key' });
}

function operatorKeyServes(workspace: Workspace, operator: OperatorKey): boolean {
	if (workspace.kind === 'direct') return operator.ownerIds.includes(workspace.discordId);
	return operator.guildIds.length === 0 || operator.guildIds.includes(workspace.discordId);
}
