/** The durable record of what is being answered. */
import type { PersonaId, ServerId, Snowflake, TurnId, UserId } from '#domain/ids';
import type { TriggerCause, TurnPart } from '#domain/turn';
import type { TurnState } from '#domain/turn-state';

/** A turn to claim. */
export interface TurnClaim {
	readonly serverId: ServerId;
	readonly channelId: Snowflake;
	readonly personaId: PersonaId;
	readonly userId: UserId;
	readonly triggerMessageId: Snowflake;
	/** Absent where nobody waits for an answer. */
	readonly cause?: TriggerCause;
	/** All lines of the turn, the trigger included. */
	readonly lineIds: readonly Snowflake[];
}

/** A claim that was won. */
export interface ClaimedTurn {
	readonly turnId: TurnId;
	/** 0 for the first run, one more for each further one. */
	readonly run: number;
}

/** A turn that a line belongs to. */
export interface LineClaim {
	readonly triggerId: Snowflake;
	readonly personaId: PersonaId;
}

/** Claims are unique per trigger and persona, and per line and persona. */
export interface TurnStore {
	/** Claims the turn and all its lines for this process in one transaction; null when any of them was claimed before. */
	claimTurn(claim: TurnClaim): Promise<TurnId | null>;
	/**
	 * Claims a turn again whose trigger was edited: the row must be `dropped`, or open and nobody's, and without any message of its reply. A
	 * trigger that was never claimed is claimed as usual; null in every other case.
	 */
	reclaimTurn(claim: TurnClaim): Promise<ClaimedTurn | null>;
	/** Which of these lines belong to turns of the workspace, whichever persona's: line → those turns. */
	findClaims(serverId: ServerId, lineIds: readonly Snowflake[]): Promise<ReadonlyMap<Snowflake, readonly LineClaim[]>>;
	/** Which persona posted each of these messages, for those that belong to a reply. */
	findSpeakers(messageIds: readonly Snowflake[]): Promise<ReadonlyMap<Snowflake, PersonaId>>;
	/** Which of these messages triggered a turn of the person's. */
	findTriggers(userId: UserId, messageIds: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>>;
	/**
	 * Moves a turn of this process on and forgets what was about to be posted once it is closed; false when it may not go
	 * there, belongs to another process, or is gone.
	 */
	setTurnState(turnId: TurnId, state: TurnState): Promise<boolean>;
	recordPart(part: TurnPart): Promise<void>;
	/** Keeps what the persona was told of a person who came back, for when the reply is written anew. */
	setReunionNote(turnId: TurnId, note: string): Promise<void>;
	/** Forgets messages that were taken back. */
	removeParts(messageIds: readonly Snowflake[]): Promise<void>;
}
