/** What personas were rewarded and scolded for. */
import type { Conditioning, ConditioningKind } from '#domain/conditioning';
import type { LineageId, ServerId, UserId } from '#domain/ids';

/** Whose conduct in which server. */
export interface ConditionedPersona {
	readonly serverId: ServerId;
	readonly lineageId: LineageId;
}

/** One gesture. */
export interface ConditioningEntry extends ConditionedPersona {
	readonly kind: ConditioningKind;
	/** At most `CONDITIONING_LIMITS.charactersMax`. */
	readonly text: string;
	readonly authorUserId: UserId;
}

/** Keeps the newest gestures of each kind, for every lineage by itself. */
export interface ConditioningStore {
	/** Adds one, and forgets the oldest of its kind beyond the limit. */
	addConditioning(entry: ConditioningEntry): Promise<void>;
	/** The latest of each kind, and how many there are. */
	findConditioning(persona: ConditionedPersona): Promise<Conditioning>;
}
