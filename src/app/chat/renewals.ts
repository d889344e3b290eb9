/** Renews what ends by itself, on a beat, for as long as there is anything to renew. */
import type { Clock } from '#ports/clock';

/** Renewals under way: one that waits for a dead connection must not keep the next from another one. */
const underWayMax = 3;

/** What is renewed, and when. */
export interface RenewalsOptions {
	readonly clock: Pick<Clock, 'after'>;
	readonly everyMs: number;
	readonly isNeeded: () => boolean;
	/** Must not reject. */
	readonly renew: () => Promise<void>;
}

/** One beat, however often it is begun; it ends where nothing is left to renew. */
export class Renewals {
	readonly #options: RenewalsOptions;
	#cancel: (() => void) | null = null;
	#underWay = 0;

	constructor(options: RenewalsOptions) {
		this.#options = options;
	}

	/** Call it when there is something new. */
	begin(): void {
		const { clock, everyMs, isNeeded } = this.#options;
		if (this.#cancel !== null || !isNeeded()) return;
		this.#cancel = clock.after(everyMs, () => {
			this.#cancel = null;
			if (!isNeeded()) return;
			this.begin();
			if (this.#underWay < underWayMax) void this.#renew();
		});
	}

	end(): void {
		this.#cancel?.();
		this.#cancel = null;
	}

	async #renew(): Promise<void> {
		this.#underWay += 1;
		try {
			await this.#options.renew();
		} finally {
			this.#underWay -= 1;
		}
	}
}
