/** Everything a turn reads, read once and then frozen. */
import type { Credential } from '#domain/credential';
import type { Snowflake, UserId } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { Persona } from '#domain/persona';
import type { EffectiveSettings } from '#domain/settings';
import type { Workspace } from '#domain/workspace';

/** The facts of one turn; every stage is a function of them. */
export interface TurnFacts {
	readonly workspace: Workspace;
	readonly persona: Persona;
	readonly userId: UserId;
	readonly settings: EffectiveSettings;
	readonly credential: Credential;
	/** Oldest first, the trigger included. */
	readonly messages: readonly ChatMessage[];
	/** Messages of ours that are notices and no part of the conversation. */
	readonly noticeIds: ReadonlySet<Snowflake>;
	readonly triggerId: Snowflake;
	readonly selfId: Snowflake;
	readonly nowMs: number;
}
