/** Ends the turns of a queue at shutdown: those that run may finish, the others are left for the next start. */
import type { TurnRequest } from '#domain/turn';
import { whenAborted } from '#lib/when-aborted';
import type { Clock } from '#ports/clock';
import { lastWordsMs } from './end-turns-of.ts';
import type { PendingTurn, RunningTask, TurnAbortReason } from './pending-turn.ts';

/** What a queue has open. */
export interface OpenTurns {
	/** Turns that wait or run, as they stand when it is asked for. */
	readonly turns: () => readonly PendingTurn[];
	readonly tasks: () => readonly RunningTask[];
	/** Settles when all of them have ended. */
	readonly ended: Promise<unknown>;
	/** Called when the time is over. */
	readonly onExpired: () => void;
}

/** How they are ended. */
export interface CloseTurnsOptions {
	readonly clock: Clock;
	/** Keeps a turn that has not begun for the next start; must not reject. */
	readonly leaveTurn?: (request: TurnRequest) => Promise<void>;
}

/**
 * Leaves what has not begun, waits until what runs has ended or the signal aborts, then ends the rest; what does not end
 * within `lastWordsMs` is left behind.
 */
export async function closeTurns(open: OpenTurns, deadline: AbortSignal, options: CloseTurnsOptions): Promise<void> {
	const end = ({ controller }: Pick<PendingTurn, 'controller'>) =>
		controller.abort('shutdown' satisfies TurnAbortReason);
	const left = open.turns().filter((turn) => !turn.started && !turn.controller.signal.aborted);
	for (const turn of left) end(turn);
	const kept = Promise.all(left.map((turn) => options.leaveTurn?.(turn.request)));
	await Promise.race([Promise.all([open.ended, kept]), whenAborted(deadline)]);
	open.onExpired();
	for (const each of [...open.turns(), ...open.tasks()]) end(each);
	const over = new AbortController();
	await Promise.race([Promise.all([open.ended, kept]), options.clock.sleep(lastWordsMs, over.signal)]);
	over.abort();
}
