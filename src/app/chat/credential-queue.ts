/** One generation at a time for each key (ruling N8). */
import type { Credential } from '#domain/credential';
import { KeyedQueue } from '#lib/keyed-queue';
import type { Clock } from '#ports/clock';
import type { CredentialLeases } from './credential-leases.ts';

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

/** Serves jobs of one key in turn, first within this process and then among all; other keys do not wait for it. */
export class CredentialQueue {
	readonly #queue = new KeyedQueue<string>();
	readonly #clock: Clock;
	readonly #leases: CredentialLeases | null;

	/** Without leases no other process uses the keys. */
	constructor(clock: Clock, leases: CredentialLeases | null = null) {
		this.#clock = clock;
		this.#leases = leases;
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
				async () => {
					const leave = await this.#leases?.enter(credential.digest, wait.signal);
					endWait();
					try {
						return await job();
					} finally {
						await leave?.();
					}
				},
				wait.signal,
			);
		} finally {
			endWait();
		}
	}
}
