/** Takes what happens in a channel one after the other, although some of it has to ask the stores. */
import type { Snowflake } from '#domain/ids';
import { KeyedQueue } from '#lib/keyed-queue';
import { whenAborted } from '#lib/when-aborted';

/** One line of events for each channel; an event of a quiet channel is begun at once. */
export class Arrivals {
	readonly #queue = new KeyedQueue<Snowflake>();
	readonly #open = new Set<Promise<void>>();

	/** Takes an event when the channel's earlier ones are done; `job` must not reject. */
	take(channelId: Snowflake, job: () => Promise<void>): void {
		const done = this.#queue.run(channelId, job).finally(() => this.#open.delete(done));
		this.#open.add(done);
	}

	/** Resolves when everything taken so far is done, or when the signal aborts. */
	async settle(signal: AbortSignal): Promise<void> {
		await Promise.race([Promise.allSettled([...this.#open]), whenAborted(signal)]);
	}
}
