/** Remembers who was told of a limit, and which line a wait began with. */
import type { Snowflake } from '#domain/ids';
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';

/** No wait and no day of a quota lasts longer. */
const rememberedForMs = 86_400_000;
const entriesMax = 20_000;

/** What a process knows beside the stores; where it has the store for itself, a restart may tell somebody once more. */
export class LimitMemory {
	readonly #told: ExpiringMap<string, true>;
	readonly #starters: ExpiringMap<string, Snowflake>;

	constructor(clock: Clock) {
		const options = { ttlMs: rememberedForMs, entriesMax, nowMs: () => clock.now() };
		this.#told = new ExpiringMap(options);
		this.#starters = new ExpiringMap(options);
	}

	/** True the first time that somebody asks for this; from then on it counts as told. */
	isNews(what: string): boolean {
		if (this.#told.has(what)) return false;
		this.#told.set(what, true);
		return true;
	}

	/** Notes the line that a wait began with. */
	noteStart(wait: string, triggerId: Snowflake): void {
		this.#starters.set(wait, triggerId);
	}

	/** Whether the wait began with this very line, which may call several personas. */
	isStartOf(wait: string, triggerId: Snowflake): boolean {
		return this.#starters.get(wait) === triggerId;
	}
}
