/** The rules by which a turn goes from state to state. */
import { describe, expect, test } from 'vitest';
import {
	isOpenState,
	mayFollow,
	OPEN_TURN_STATES,
	statesBefore,
	TURN_STATES,
	type TurnState,
} from '#domain/turn-state';

/** Every state that can be reached, in any number of steps. */
function reachedFrom(state: TurnState): ReadonlySet<TurnState> {
	const reached = new Set<TurnState>([state]);
	for (const from of reached) for (const to of TURN_STATES) if (mayFollow(from, to)) reached.add(to);
	return reached;
}

describe('the states of a turn', () => {
	test('what is open is exactly what has not ended', () => {
		expect(TURN_STATES.filter(isOpenState)).toEqual(OPEN_TURN_STATES);
		expect(OPEN_TURN_STATES).toEqual(['claimed', 'generating', 'delivering']);
	});

	test.each(TURN_STATES)('from %s an end can be reached, and the way back is told the same', (state) => {
		expect(['done', 'failed', 'dropped'].some((end) => reachedFrom(state).has(end as TurnState))).toBe(true);
		for (const to of TURN_STATES) expect(statesBefore(to).includes(state)).toBe(mayFollow(state, to));
	});

	test('a turn with a reply never begins anew', () => {
		for (const state of ['delivering', 'done', 'failed'] as const) expect(mayFollow(state, 'claimed')).toBe(false);
		expect(mayFollow('claimed', 'done')).toBe(false);
		expect(mayFollow('dropped', 'delivering')).toBe(false);
	});
});
