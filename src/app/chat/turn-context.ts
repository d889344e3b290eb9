/** What the steps of one turn share once it is claimed. */
import type { TurnId } from '#domain/ids';
import type { TurnRequest } from '#domain/turn';
import type { TurnPlace } from './gather-place.ts';

/** A claimed turn. */
export interface ChatTurnContext {
	readonly request: TurnRequest;
	readonly place: TurnPlace;
	readonly turnId: TurnId;
	/** How often the turn was taken before, because its trigger was edited. */
	readonly run: number;
	/** Aborted by a follow-up, an edit, the turn's deadline or shutdown. */
	readonly signal: AbortSignal;
	/** Whether the first message should point at its trigger, because others wrote in between or it was a reply. */
	readonly answersByReply: boolean;
	/** Called just before the provider's request is sent. */
	readonly markRequested: () => void;
	/** Called just before the first message of the reply, or a notice, is posted. */
	readonly markDelivering: () => void;
}
