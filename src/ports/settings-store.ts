/** Stored settings, one row per scope. */
import type { PersonaId, ServerId, Snowflake, UserId } from '#domain/ids';
import type { ModelChoice, SettingsRow, SettingsScopes } from '#domain/settings';

/** Names one row. */
export type SettingsScopeKey =
	| { readonly scope: 'server'; readonly serverId: ServerId }
	| { readonly scope: 'channel'; readonly serverId: ServerId; readonly channelId: Snowflake }
	| { readonly scope: 'persona'; readonly personaId: PersonaId }
	| { readonly scope: 'user'; readonly userId: UserId };

/** The rows that bear on one turn. */
export interface SettingsQuery {
	readonly serverId: ServerId;
	readonly channelId: Snowflake;
	/** The channel above a thread: what is set for it holds where the thread has nothing of its own. */
	readonly parentChannelId?: Snowflake;
	readonly personaId: PersonaId;
	readonly userId: UserId;
}

/** The scopes that choose models and hold keys. */
export type ModelScopeKey = Extract<SettingsScopeKey, { readonly scope: 'server' | 'user' }>;

/** What a scope last chose for one provider. */
export interface SavedProvider extends ModelChoice {
	readonly modelCodename: string;
}

/** Reads all scopes at once and writes one. */
export interface SettingsStore {
	readScopes(query: SettingsQuery): Promise<SettingsScopes>;
	/** Sets the given fields of one scope, creating its row; null makes a field inherit again. */
	writeScope(key: SettingsScopeKey, change: Partial<SettingsRow>): Promise<void>;
	/**
	 * Sets the given fields of the scope's active configuration and of its saved row for the provider, in one
	 * transaction; every field that is not given stays as it is in both.
	 */
	writeModel(key: ModelScopeKey, provider: string, change: ModelChange): Promise<void>;
	/** The saved row of a scope, or null. */
	readSavedProvider(key: ModelScopeKey, provider: string): Promise<SavedProvider | null>;
}

/** A model, and whatever else changes with it. */
export interface ModelChange extends Partial<ModelChoice> {
	/** Written to the saved row; also to the active configuration unless `keepsInheritedModel`. */
	readonly modelCodename: string;
	/** Leaves the active configuration's model alone, for edits in a scope that has chosen none. */
	readonly keepsInheritedModel?: boolean;
}
