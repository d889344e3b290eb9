/** One generation at a time for each key (ruling N8). */
import type { Credential } from '#domain/credential';
import { KeyedQueue } from '#lib/keyed-queue';
import type { Clock } from '#ports/clock';

/** A wait this long is shown to the person. */
export const VISIBLE_WAIT_MS = 3_000;

/** What happens around a wait. */
export interface CredentialWait {
	readonly signal: AbortSignal;
	/** Called when the wait has lasted `VISIBLE_WAIT_MS`. */
	readonly onLongWait: () => void;
	/** Called when a wait that was shown ends, whichever way. */
	readonly onWaitEnd: () => void;
}

/** Serves jobs of one key in turn; other keys do not wait for it. */
export class CredentialQueue {
	readonly #queue = new KeyedQueue<string>();
	readonly #clock: Clock;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Runs the job when the key is free. Rejects with the signal's reason when it aborts before that. */
	async run<T>(credential: Credential, wait: CredentialWait, job: () => Promise<T>): Promise<T> {
		let shown = false;
		const cancel = this.#clock.after(VISIBLE_WAIT_MS, () => {
			shown = true;
			wait.onLongWait();
		});
		const endWait = (): void => {
			cancel();
			if (shown) wait.onWaitEnd();
			shown = false;
		};
		try {
			return await this.#queue.run(
				credential.digest,
				() => {
					endWait();
					return job();
				},
				wait.signal,
			);
		} finally {
			endWait();
		}
	}
}
