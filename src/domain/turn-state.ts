/** How far a turn has come, and where it may go from there. */

/** The claim is durable before anything is generated (ruling D3). */
export type TurnState = 'claimed' | 'generating' | 'delivering' | 'done' | 'failed' | 'dropped';

/** How long a turn belongs to its process without a renewal, in milliseconds. */
export const TURN_LEASE_MS = 12_000;

/**
 * From `generating` back to `claimed` goes a turn that is taken again after a crash, from `delivering` back to
 * `generating` one whose messages are taken back for another attempt. A reply that goes on is delivered again after its
 * end. `done` follows on `generating` where the database was away while the reply was posted.
 */
const FOLLOWING: Readonly<Record<TurnState, readonly TurnState[]>> = {
	claimed: ['claimed', 'generating', 'delivering', 'failed', 'dropped'],
	generating: ['claimed', 'generating', 'delivering', 'done', 'failed', 'dropped'],
	delivering: ['generating', 'delivering', 'done', 'failed', 'dropped'],
	done: ['delivering', 'done'],
	failed: ['delivering', 'done'],
	dropped: ['claimed'],
};

/** Every state, in the order of a turn. */
export const TURN_STATES = Object.keys(FOLLOWING) as readonly TurnState[];

/** States of turns that somebody has to bring to an end. */
export const OPEN_TURN_STATES: readonly TurnState[] = ['claimed', 'generating', 'delivering'];

/** Whether a turn may go from one state to the other. */
export function mayFollow(from: TurnState, to: TurnState): boolean {
	return FOLLOWING[from].includes(to);
}

/** The states that a turn may come from. */
export function statesBefore(to: TurnState): readonly TurnState[] {
	return TURN_STATES.filter((from) => mayFollow(from, to));
}

/** Whether somebody still has to bring such a turn to an end. */
export function isOpenState(state: TurnState): boolean {
	return OPEN_TURN_STATES.includes(state);
}
