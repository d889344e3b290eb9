/** Workspaces and people that the bot has met. */
import type { Snowflake, UserId } from '#domain/ids';
import type { Locale } from '#domain/locale';
import type { PersonaDraft } from '#domain/persona';
import type { Workspace, WorkspaceKey } from '#domain/workspace';

/** A person as Discord shows them. */
export interface PersonKey {
	readonly discordId: Snowflake;
	readonly displayName: string;
}

/** Finds or creates; safe when several callers meet the same newcomer at once. */
export interface WorkspaceStore {
	/** The workspace, created with `firstPersona` as its main persona when it is new. */
	ensureWorkspace(key: WorkspaceKey, firstPersona: PersonaDraft): Promise<Workspace>;
	/**
	 * Makes the workspace of a server that the bot was just added to; true once for each server, and never where the
	 * bot has been before.
	 */
	claimGreeting(key: WorkspaceKey, firstPersona: PersonaDraft): Promise<boolean>;
	/** The workspace, or null when the bot has never been there. */
	findWorkspace(key: WorkspaceKey): Promise<Workspace | null>;
	ensureUser(person: PersonKey): Promise<UserId>;
	/** The person, or null when the bot has never met them. */
	findUser(discordId: Snowflake): Promise<UserId | null>;
	/** The person's chosen interface language, or null. */
	userLanguage(discordId: Snowflake): Promise<Locale | null>;
}
