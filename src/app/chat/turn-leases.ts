/** Keeps the turns that this process works on its own. */
import type { TurnId } from '#domain/ids';
import { TURN_LEASE_MS } from '#domain/turn-state';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { OpenTurnStore } from '#ports/open-turn-store';

/** Two renewals may fail before a lease runs out. */
const renewEveryMs = TURN_LEASE_MS / 3;

/** Renewals under way: one that waits for a dead connection must not keep the next from another one. */
const renewalsMax = 3;

/** The outside of it. */
export interface TurnLeasesOptions {
	readonly openTurns: Pick<OpenTurnStore, 'renewLeases'>;
	readonly clock: Clock;
	readonly log: Log;
}

interface Holding {
	readonly turnId: TurnId;
	readonly onLost: () => void;
}

/** Renews the leases of all turns that are held, together, for as long as there are any. */
export class TurnLeases {
	readonly #options: TurnLeasesOptions;
	readonly #holdings = new Set<Holding>();
	#cancelTimer: (() => void) | null = null;
	#renewals = 0;

	constructor(options: TurnLeasesOptions) {
		this.#options = options;
	}

	/** What is being worked on here. */
	get heldIds(): readonly TurnId[] {
		return [...new Set([...this.#holdings].map(({ turnId }) => turnId))];
	}

	/** Holds a turn until the returned function is called; `onLost` tells that another process has taken it. */
	hold(turnId: TurnId, onLost: () => void): () => void {
		const holding = { turnId, onLost };
		this.#holdings.add(holding);
		this.#arm();
		return () => {
			this.#holdings.delete(holding);
			if (this.#holdings.size > 0) return;
			this.#cancelTimer?.();
			this.#cancelTimer = null;
		};
	}

	#arm(): void {
		this.#cancelTimer ??= this.#options.clock.after(renewEveryMs, () => {
			this.#cancelTimer = null;
			if (this.#holdings.size === 0) return;
			this.#arm();
			if (this.#renewals < renewalsMax) void this.#renew();
		});
	}

	async #renew(): Promise<void> {
		this.#renewals += 1;
		const asked = [...this.#holdings];
		try {
			const lost = new Set(await this.#options.openTurns.renewLeases(this.heldIds));
			for (const holding of asked) if (lost.has(holding.turnId) && this.#holdings.has(holding)) holding.onLost();
		} catch (error) {
			this.#options.log.debug({ error }, 'the leases of turns could not be renewed');
		} finally {
			this.#renewals -= 1;
		}
	}
}
