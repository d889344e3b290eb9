/** Makes one process at a time work in a channel, where several share a token. */
import type { Snowflake } from '#domain/ids';
import type { Clock } from '#ports/clock';
import type { Lease } from '#ports/leases';
import type { Log } from '#ports/log';
import type { LeaseKeeper } from './lease-keeper.ts';
import { logTrouble } from './log-trouble.ts';
import { waitForLease } from './wait-for-lease.ts';

/** How long it may take to find out who works in a channel, before an interaction is answered anyway (ruling D4). */
export const HOLDER_BUDGET_MS = 500;

/** How long whoever works in a channel gets to answer an interaction first. */
export const GIVE_WAY_MS = 700;

/** What the leases work with. */
export interface ChannelLeasesOptions {
	readonly keeper: LeaseKeeper;
	/** False where no other process can be. */
	readonly isShared: boolean;
	readonly clock: Clock;
	readonly log: Log;
}

/** How a channel was entered: another process may have worked in it until now. */
export type ChannelEntry = 'free' | 'waited';

/** The channels in which this process works. For each, `enter` is called one at a time. */
export class ChannelLeases {
	readonly #options: ChannelLeasesOptions;
	readonly #held = new Map<Snowflake, Lease>();
	readonly #leaving = new Map<Snowflake, Promise<void>>();

	constructor(options: ChannelLeasesOptions) {
		this.#options = options;
	}

	/**
	 * Resolves when no other process works in the channel, or when the signal aborts. Never rejects: while the database is
	 * away the turn goes on and finds that out by itself.
	 */
	async enter(channelId: Snowflake, signal: AbortSignal): Promise<ChannelEntry> {
		const own = this.#held.get(channelId);
		if (own && this.#options.keeper.isHeld(own)) return 'free';
		await this.#leaving.get(channelId);
		let entry: ChannelEntry = 'free';
		const onHeld = async (): Promise<void> => {
			entry = 'waited';
		};
		try {
			const lease = await waitForLease(nameOf(channelId), { ...this.#options, signal, onHeld });
			this.#held.set(channelId, lease);
		} catch (error) {
			if (!signal.aborted) logTrouble(this.#options.log, 'a channel could not be held', { error, channelId });
		}
		return entry;
	}

	/** Nothing is left to do in the channel. */
	leave(channelId: Snowflake): void {
		const lease = this.#held.get(channelId);
		if (!lease) return;
		this.#held.delete(channelId);
		const left = this.#options.keeper.release(lease).finally(() => {
			if (this.#leaving.get(channelId) === left) this.#leaving.delete(channelId);
		});
		this.#leaving.set(channelId, left);
	}

	/** Whether another process works in the channel. Throws what stores throw. */
	async isElsewhere(channelId: Snowflake): Promise<boolean> {
		const { keeper, isShared } = this.#options;
		return isShared && !this.#held.has(channelId) && (await keeper.isElsewhere(nameOf(channelId)));
	}

	/**
	 * Lets the process that works in the channel answer an interaction there: only it can stop what it does. Resolves
	 * within `HOLDER_BUDGET_MS` and `GIVE_WAY_MS`; never rejects.
	 */
	async giveWay(channelId: Snowflake): Promise<void> {
		const { isShared, clock } = this.#options;
		if (!isShared || this.#held.has(channelId)) return;
		const known = new AbortController();
		const elsewhere = this.isElsewhere(channelId).catch(() => false);
		const late = clock.sleep(HOLDER_BUDGET_MS, known.signal).then(() => false);
		const isElsewhere = await Promise.race([elsewhere, late]);
		known.abort();
		if (isElsewhere) await clock.sleep(GIVE_WAY_MS);
	}

	/** Lets any other process answer first what this one knows nothing of. */
	async giveWayToOthers(): Promise<void> {
		if (this.#options.isShared) await this.#options.clock.sleep(GIVE_WAY_MS);
	}
}

function nameOf(channelId: Snowflake): string {
	return `channel:${channelId}`;
}
