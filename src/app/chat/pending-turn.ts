/** Turns that wait or run, as their channel's queue knows them. */
import type { Snowflake, TurnId } from '#domain/ids';
import type { TurnRequest } from '#domain/turn';

/** Why a turn's signal was aborted. */
export type TurnAbortReason =
	| 'follow-up'
	| 'edited'
	| 'deleted'
	| 'stopped'
	| 'turn-timeout'
	| 'shutdown'
	| 'taken-over';

/** A turn that waits or runs. */
export interface PendingTurn {
	request: TurnRequest;
	controller: AbortController;
	started: boolean;
	requested: boolean;
	delivering: boolean;
	/** How often edits have started it anew. */
	reruns: number;
	/** Interruptions so far of the turns that this one replaces. */
	readonly interrupts: number;
	/** Resolves when it has ended. */
	ended: Promise<void>;
}

/** Something that runs in a channel and can be stopped. */
export interface RunningTask {
	readonly channelId: Snowflake;
	readonly ownerId: Snowflake;
	readonly controller: AbortController;
	readonly ended: Promise<void>;
}

/** What became of a line that was to be replaced. */
export type LineReplacement = 'replaced' | 'too-late' | 'absent';

/** What became of a wish to stop. */
export type StopResult = 'stopped' | 'not-yours' | 'nothing-runs';

/** A turn that was ended for good is no place for a line any more; one that is about to be taken again is. */
export function isOngoing({ controller }: PendingTurn): boolean {
	return !controller.signal.aborted || controller.signal.reason === ('edited' satisfies TurnAbortReason);
}

/** A turn's own signal and the moment after which a follow-up no longer interrupts it. */
export interface TurnControl {
	readonly signal: AbortSignal;
	/** True when the turn waited for another one, or others wrote in between. */
	readonly wasQueued: boolean;
	/** True for a turn that is taken again because one of its lines was edited. */
	readonly isRerun: boolean;
	/** The turn that is begun again after a crash. */
	readonly resumes?: TurnId;
	/** Called just before the provider's request is sent. */
	markRequested(): void;
	/** Called just before the first message is posted; from then on an edit comes too late. */
	markDelivering(): void;
}
