/** Says, but not too often, that the bot had to speak in a persona's place. */
import type { Snowflake } from '#domain/ids';
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';

const channelsMax = 10_000;

/** Remembers in which channels it was said lately. */
export class StandInNotices {
	readonly #said: ExpiringMap<Snowflake, true>;

	/** `cooldownMs` lies between two notices in one channel (WEBHOOK_ERROR_COOLDOWN_MS). */
	constructor(clock: Clock, cooldownMs: number) {
		this.#said = new ExpiringMap({ ttlMs: cooldownMs, entriesMax: channelsMax, nowMs: () => clock.now() });
	}

	/** Whether it is to be said in the channel now; then it counts as said. */
	isDue(channelId: Snowflake): boolean {
		if (this.#said.get(channelId) !== undefined) return false;
		this.#said.set(channelId, true);
		return true;
	}
}
