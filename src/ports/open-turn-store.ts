/** Turns on their way to an end: who works on them, what is about to be posted, and what a crash left behind. */
import type { PersonaId, Snowflake, TurnId } from '#domain/ids';
import type { OutgoingMessage } from '#domain/reply';
import type { TriggerCause } from '#domain/turn';
import type { TurnState } from '#domain/turn-state';

/** A message of a reply that is about to be posted. */
export interface OutgoingPart {
	readonly turnId: TurnId;
	readonly variant: number;
	readonly part: number;
	readonly message: OutgoingMessage;
	/** True when it is known that no other follows. */
	readonly isLast: boolean;
	/** True for a part of a reply that is to stand in the place of the present one. */
	readonly shows?: boolean;
}

/** One that an earlier process was about to post. */
export interface StoredPart extends Pick<OutgoingPart, 'variant' | 'part'> {
	/** Null when the secret that it was encrypted with is gone. */
	readonly outgoing: OutgoingPart | null;
	/** Milliseconds since it was stored. */
	readonly ageMs: number;
}

/** A message of a turn that stands in the channel, as far as that was stored. */
export interface RecordedPart {
	readonly messageId: Snowflake;
	readonly variant: number;
	readonly part: number;
	readonly webhookId: Snowflake | null;
}

/** A turn that nobody works on any more. */
export interface OpenTurn {
	readonly turnId: TurnId;
	readonly state: TurnState;
	/** Null for turns of an older version. */
	readonly cause: TriggerCause | null;
	readonly channelId: Snowflake;
	/** Null in direct messages. */
	readonly guildId: Snowflake | null;
	readonly personaId: PersonaId;
	readonly triggerMessageId: Snowflake;
	readonly lineIds: readonly Snowflake[];
	/** Who triggered it. */
	readonly ownerId: Snowflake;
	readonly ownerName: string;
	/** Milliseconds since it was claimed. */
	readonly ageMs: number;
	/** In order. */
	readonly recorded: readonly RecordedPart[];
	/** In order. */
	readonly stored: readonly StoredPart[];
}

/** Every method works on turns of this process; those of others are left alone. */
export interface OpenTurnStore {
	/**
	 * Stores a message just before it is posted and makes the turn `delivering`; false when the turn belongs to another
	 * process, has ended or is gone, and the message must not be posted. A turn that has ended is opened again only where
	 * `reopens` says so, for a reply that goes on: otherwise whoever stood still while another process brought the turn to
	 * its end would post behind that.
	 */
	beginPart(part: OutgoingPart, use?: { readonly reopens: boolean }): Promise<boolean>;
	/** Keeps these turns for another `TURN_LEASE_MS`; those that another process has taken meanwhile, or that are gone. */
	renewLeases(turnIds: readonly TurnId[]): Promise<readonly TurnId[]>;
	/**
	 * Makes open turns of processes that are gone this process's own, oldest first: those whose lease ran out and, on a
	 * store with one process, those of every other one. `heldIds` are being worked on here.
	 */
	takeOver(query: { readonly heldIds: readonly TurnId[]; readonly limit: number }): Promise<readonly OpenTurn[]>;
	/** Begins a turn again from which nothing was posted; its new run, or null when it is not to be had. */
	resumeTurn(turnId: TurnId): Promise<number | null>;
	/** Leaves an open turn to whoever takes it over next. */
	releaseTurn(turnId: TurnId): Promise<void>;
}
