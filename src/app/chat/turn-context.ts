/** What the steps of one turn share once it is claimed. */
import type { TurnId } from '#domain/ids';
import type { MessageButton } from '#domain/reply';
import type { TurnPart, TurnRequest } from '#domain/turn';
import type { TurnFacts } from '#domain/turn-facts';
import type { TurnPlace } from './gather-place.ts';
import type { TurnReunion } from './turn-reunion.ts';

/** A claimed turn. */
export interface ChatTurnContext {
	readonly request: TurnRequest;
	readonly place: TurnPlace;
	readonly turnId: TurnId;
	/** The presence clock of who triggered the turn. */
	readonly reunionPresence: TurnReunion;
	/** How often the turn was taken before, because its trigger was edited or a crash ended it. */
	readonly run: number;
	/** The row below the reply's last message. */
	readonly controls: readonly MessageButton[];
	/** Which of the turn's replies this is, from 0. */
	readonly variant: number;
	/** The number of its first message: 0, or more when it goes on with a reply. */
	readonly firstPart: number;
	/** Aborted by a follow-up, an edit, somebody who stops it, the turn's deadline, shutdown or `disown`. */
	readonly signal: AbortSignal;
	/** Whether the first message should point at its trigger, because others wrote in between or it was a reply. */
	readonly answersByReply: boolean;
	/** Messages that stand in the channel and could not be recorded; they are when the turn ends. */
	readonly unrecorded?: TurnPart[];
	/** Called with what the turn has read, for whoever needs it once the turn has ended. */
	readonly keepFacts?: (facts: TurnFacts) => void;
	/** Called just before the provider's request is sent. */
	readonly markRequested: () => void;
	/** Called just before the first message of the reply, or a notice, is posted. */
	readonly markDelivering: () => void;
	/** Ends the turn without a word, since it belongs to another process or is gone. */
	readonly disown: () => void;
}
