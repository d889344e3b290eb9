/** Rows that the store tests begin with. */
import type { Database } from '#adapters/postgres/database';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { UserId } from '#domain/ids';
import { EMPTY_ATTG, type Persona, type PersonaDraft } from '#domain/persona';
import type { Workspace, WorkspaceKey } from '#domain/workspace';

/** A persona with nothing but a name. */
export function personaDraft(name: string): PersonaDraft {
	return { name, attributes: [], samples: [], triggerWords: [], attg: EMPTY_ATTG };
}

/** A guild with this id. */
export function guildKey(discordId: string): WorkspaceKey {
	return { kind: 'guild', discordId, locale: null };
}

/** A guild, its main persona Tomori, and a person. */
export async function seedRows(db: Database): Promise<{ workspace: Workspace; persona: Persona; userId: UserId }> {
	const workspaces = createWorkspaceStore(db);
	const workspace = await workspaces.ensureWorkspace(guildKey('100'), personaDraft('Tomori'));
	const persona = await createPersonaStore(db).mainPersona(workspace.id);
	const userId = await workspaces.ensureUser({ discordId: '200', displayName: 'Ellen' });
	return { workspace, persona, userId };
}
