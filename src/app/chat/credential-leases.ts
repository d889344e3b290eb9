/** One generation at a time for each key, over all processes (ruling N8). */
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';
import type { LeaseKeeper } from './lease-keeper.ts';
import { LEASE_POLL_MS, waitForLease } from './wait-for-lease.ts';

/** How long a process that waits for a key is known to do so. */
const waitingForMs = 2_000;

/** How long a key stays free for a process that waits for it: longer than that takes to look again. */
const handOverMs = 2 * LEASE_POLL_MS;

const usedKeysMax = 10_000;

/** What the leases work with. */
export interface CredentialLeasesOptions {
	readonly keeper: LeaseKeeper;
	readonly clock: Clock;
}

/** The keys that this process generates with. */
export class CredentialLeases {
	readonly #options: CredentialLeasesOptions;
	/** Keys that this process has just let go. */
	readonly #usedLately: ExpiringMap<string, true>;

	constructor(options: CredentialLeasesOptions) {
		this.#options = options;
		const nowMs = () => options.clock.now();
		this.#usedLately = new ExpiringMap({ ttlMs: waitingForMs, entriesMax: usedKeysMax, nowMs });
	}

	/**
	 * Waits for a key and resolves with the way to let it go. Rejects with the signal's reason when that aborts, and with
	 * what stores throw.
	 */
	async enter(digest: string, signal: AbortSignal): Promise<() => Promise<void>> {
		const { keeper, clock } = this.#options;
		const name = `credential:${digest}`;
		const waiting = `waiting:${name}`;
		// Otherwise whoever has a key, and more to do with it, would have it for ever.
		if (this.#usedLately.has(name) && (await keeper.isElsewhere(waiting))) await clock.sleep(handOverMs, signal);
		const marks: Awaited<ReturnType<LeaseKeeper['mark']>>[] = [];
		const onHeld = async (): Promise<void> => {
			marks.push(await keeper.mark(waiting, waitingForMs));
		};
		try {
			const lease = await waitForLease(name, { keeper, clock, signal, onHeld });
			return async () => {
				this.#usedLately.set(name, true);
				await keeper.release(lease);
			};
		} finally {
			const mark = marks.findLast((each) => each !== null);
			if (mark) void keeper.release(mark);
		}
	}
}
