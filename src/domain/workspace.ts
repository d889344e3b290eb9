/** A place with its own personas and settings: a guild, or a direct conversation with one person. */
import type { ServerId, Snowflake } from '#domain/ids';
import type { Locale } from '#domain/locale';

/** A stored workspace; `discordId` is the guild's id, or the other person's in direct messages. */
export interface Workspace {
	readonly id: ServerId;
	readonly kind: 'guild' | 'direct';
	readonly discordId: Snowflake;
	readonly locale: Locale | null;
}

/** What Discord knows of a workspace before it has a row. */
export interface WorkspaceKey {
	readonly kind: 'guild' | 'direct';
	readonly discordId: Snowflake;
	readonly locale: Locale | null;
}
