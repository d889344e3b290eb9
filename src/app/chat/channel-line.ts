/** Runs the jobs of a channel one at a time, in this process and over all that share its token. */
import type { Snowflake } from '#domain/ids';
import { KeyedQueue } from '#lib/keyed-queue';
import type { ChannelEntry, ChannelLeases } from './channel-leases.ts';

/** What the line works with. */
export interface ChannelLineOptions {
	/** Absent where no other process can be. */
	readonly channelLeases?: ChannelLeases;
}

/** One line for each channel; the channel is this process's from the first job until none is left. */
export class ChannelLine {
	readonly #queue = new KeyedQueue<Snowflake>();
	readonly #leases: ChannelLeases | null;

	constructor({ channelLeases }: ChannelLineOptions) {
		this.#leases = channelLeases ?? null;
	}

	/**
	 * Runs `job` when the earlier ones have ended and no other process works in the channel. On abort it no longer waits
	 * for those: the job runs and finds its signal aborted.
	 */
	async run<T>(channelId: Snowflake, job: (entry: ChannelEntry) => Promise<T>, signal: AbortSignal): Promise<T> {
		const leases = this.#leases;
		if (leases === null) return await this.#queue.run(channelId, () => job('free'));
		try {
			return await this.#queue.run(channelId, async () => await job(await leases.enter(channelId, signal)));
		} finally {
			if (!this.#queue.isBusy(channelId)) leases.leave(channelId);
		}
	}
}
