/** When a generation that has shown nothing yet may be asked for again, and after which wait. */
import type { Failure } from '#domain/failure';

/** "Busy" passes, so it is waited out on the same key; NovelAI locks an account while it generates (ruling N8). */
const busyRetriesMax = 3;
const lostRetriesMax = 2;
const firstWaitMs = 2000;
/** Chance adds up to this share to every wait. */
const jitterShare = 0.25;

/** Counts one generation's attempts. */
export class RetryPolicy {
	readonly #random: () => number;
	#busy = 0;
	#lost = 0;

	constructor(random: () => number) {
		this.#random = random;
	}

	/** The wait before the next attempt (2, 4, 8 s and a little chance), or null when the failure stands. */
	nextWaitMs(failure: Failure): number | null {
		switch (failure.code) {
			case 'provider-busy':
				this.#busy += 1;
				return this.#busy > busyRetriesMax ? null : this.#wait(this.#busy);
			case 'provider-overloaded':
			case 'provider-unreachable':
				this.#lost += 1;
				return this.#lost > lostRetriesMax ? null : this.#wait(this.#lost);
			default:
				return null;
		}
	}

	#wait(attempt: number): number {
		return Math.round(firstWaitMs * 2 ** (attempt - 1) * (1 + jitterShare * this.#random()));
	}
}
