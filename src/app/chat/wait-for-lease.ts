/** Waits until a name is free. */
import type { Clock } from '#ports/clock';
import type { Lease } from '#ports/leases';
import type { LeaseKeeper } from './lease-keeper.ts';

/** Pause between two looks at a name that another process holds, in milliseconds; longer once that lasts. */
export const LEASE_POLL_MS = 250;
const slowPollMs = 1_000;
const pollsMax = 40;

/** What the wait needs. */
export interface LeaseWait {
	readonly keeper: LeaseKeeper;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	/** Called each time that the name was found held. */
	readonly onHeld?: () => Promise<unknown>;
}

/** The lease, once it is had. Rejects with the signal's reason when that aborts, and with what stores throw. */
export async function waitForLease(name: string, wait: LeaseWait): Promise<Lease> {
	for (let polls = 0; ; polls += 1) {
		wait.signal.throwIfAborted();
		const lease = await wait.keeper.take(name);
		if (lease !== null) return lease;
		await wait.onHeld?.();
		await wait.clock.sleep(polls < pollsMax ? LEASE_POLL_MS : slowPollMs, wait.signal);
	}
}
