/** Stored settings, one row per scope. */
import type { PersonaId, ServerId, Snowflake, UserId } from '#domain/ids';
import type { SettingsRow, SettingsScopes } from '#domain/settings';

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
	readonly personaId: PersonaId;
	readonly userId: UserId;
}

/** Reads all scopes at once and writes one. */
export interface SettingsStore {
	readScopes(query: SettingsQuery): Promise<SettingsScopes>;
	/** Sets the given fields of one scope, creating its row; null makes a field inherit again. */
	writeScope(key: SettingsScopeKey, change: Partial<SettingsRow>): Promise<void>;
}
