/** Everything a turn reads, read once and then frozen. */
import type { Credential } from '#domain/credential';
import type { PersonaId, Snowflake, UserId } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { Persona } from '#domain/persona';
import type { EffectiveSettings } from '#domain/settings';
import type { Workspace } from '#domain/workspace';

/** How many of a message's reactions are told, and whose. */
export interface ReactionLimits {
	readonly isEnabled: boolean;
	/** Kinds of reactions for each message. */
	readonly reactionsMax: number;
	/** Names for each kind. */
	readonly usersMax: number;
}

/** What is stored about a channel's messages and the people in them; all user ids are Discord's. */
export interface HistoryKnowledge {
	/** Every persona of the workspace. */
	readonly personas: readonly Persona[];
	/** Which persona posted a message of ours. */
	readonly personaIdByMessageId: ReadonlyMap<Snowflake, PersonaId>;
	/** Webhooks through which the bot speaks as a person: webhook id → that person. */
	readonly impersonationWebhooks: ReadonlyMap<Snowflake, Snowflake>;
	/** Messages that a proxy bot posted for a person: message id → that person. */
	readonly proxiedUserByMessageId: ReadonlyMap<Snowflake, Snowflake>;
	/** The names that people asked to be called by. */
	readonly savedNicknames: ReadonlyMap<Snowflake, string>;
	/** People whose saved nickname must not be used here. */
	readonly nicknameBlacklist: ReadonlySet<Snowflake>;
	/** Rows of our own messages that are notices (ruling H20). */
	readonly notices: ReadonlyMap<
		Snowflake,
		{ readonly kind: string; readonly payload: Readonly<Record<string, unknown>> }
	>;
	/** Active blocks of kind `block` by the answering persona; null is for good. */
	readonly blocks: ReadonlyMap<Snowflake, { readonly expiresAtMs: number | null }>;
	/** People who stay out of every context. */
	readonly privateUserIds: ReadonlySet<Snowflake>;
	readonly reactionBudget: ReactionLimits;
}

/** The facts of one turn; every stage is a function of them. */
export interface TurnFacts {
	readonly workspace: Workspace;
	readonly persona: Persona;
	readonly userId: UserId;
	readonly settings: EffectiveSettings;
	readonly credential: Credential;
	/** Oldest first, the turn's lines included. */
	readonly messages: readonly ChatMessage[];
	readonly history: HistoryKnowledge;
	readonly triggerId: Snowflake;
	readonly selfId: Snowflake;
	readonly nowMs: number;
}
