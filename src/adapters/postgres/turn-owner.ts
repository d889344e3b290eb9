/** Whose turns are whose: what every statement about turns that are worked on agrees on. */
import { eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isOpenState, TURN_LEASE_MS, type TurnState } from '#domain/turn-state';
import { turns } from './schema/turns.ts';

/** Stands for the process where nobody has named it. */
export const NAMELESS_PROCESS = 'this process';

/** Turns of this process, and those that are nobody's. */
export function isOurs(owner: string): SQL | undefined {
	return or(isNull(turns.owner), eq(turns.owner, owner));
}

/** When a lease that is given now runs out, by the database's own clock. */
export const LEASE_END = sql`now() + ${TURN_LEASE_MS}::integer * interval '1 millisecond'`;

/** The columns of a turn in a new state: open turns belong to the process, closed ones to nobody. */
export function stateColumns(state: TurnState, owner: string) {
	const lease = isOpenState(state) ? { owner, leaseExpiresAt: LEASE_END } : { owner: null, leaseExpiresAt: null };
	return { state, ...lease, updatedAt: sql`now()` };
}
