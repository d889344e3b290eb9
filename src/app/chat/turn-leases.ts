/** Keeps the turns that this process works on its own. */
import type { TurnId } from '#domain/ids';
import { TURN_LEASE_MS } from '#domain/turn-state';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { OpenTurnStore } from '#ports/open-turn-store';
import { Renewals } from './renewals.ts';

/** Two renewals may fail before a lease runs out. */
const renewEveryMs = TURN_LEASE_MS / 3;

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
	readonly #renewals: Renewals;

	constructor(options: TurnLeasesOptions) {
		this.#options = options;
		this.#renewals = new Renewals({
			clock: options.clock,
			everyMs: renewEveryMs,
			isNeeded: () => this.#holdings.size > 0,
			renew: () => this.#renew(),
		});
	}

	/** What is being worked on here. */
	get heldIds(): readonly TurnId[] {
		return [...new Set([...this.#holdings].map(({ turnId }) => turnId))];
	}

	/** Holds a turn until the returned function is called; `onLost` tells that another process has taken it. */
	hold(turnId: TurnId, onLost: () => void): () => void {
		const holding = { turnId, onLost };
		this.#holdings.add(holding);
		this.#renewals.begin();
		return () => {
			this.#holdings.delete(holding);
			if (this.#holdings.size === 0) this.#renewals.end();
		};
	}

	async #renew(): Promise<void> {
		const asked = [...this.#holdings];
		try {
			const lost = new Set(await this.#options.openTurns.renewLeases(this.heldIds));
			for (const holding of asked) if (lost.has(holding.turnId) && this.#holdings.has(holding)) holding.onLost();
		} catch (error) {
			this.#options.log.debug({ error }, 'the leases of turns could not be renewed');
		}
	}
}
