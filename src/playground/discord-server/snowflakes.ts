/** Discord's ids: milliseconds since 2015 shifted left by 22 bits, always rising within one maker. */

/** A reading of time in milliseconds since 1970, given as an argument so that tests can move it. */
export interface Clock {
	now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

const discordEpochMs = 1_420_070_400_000;
const sequenceBits = 22n;

/** The id that begins the millisecond `timeMs`. */
export function snowflakeAt(timeMs: number): bigint {
	return BigInt(Math.max(0, Math.floor(timeMs) - discordEpochMs)) << sequenceBits;
}

/** The millisecond since 1970 that `id` was made in. */
export function timeOfSnowflake(id: string): number {
	return Number(BigInt(id) >> sequenceBits) + discordEpochMs;
}

/** Sort order of two ids, oldest first. */
export function compareSnowflakes(left: string, right: string): number {
	const difference = BigInt(left) - BigInt(right);
	return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Makes ids; two ids of one maker are never equal, and those made without `atMs` rise. */
export class SnowflakeMaker {
	readonly #clock: Clock;
	#last = 0n;
	readonly #used = new Set<bigint>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** A new id of now, or of `atMs` for something that is to look older. */
	next(atMs?: number): string {
		if (atMs !== undefined) return this.#free(snowflakeAt(atMs));
		const now = snowflakeAt(this.#clock.now());
		this.#last = now > this.#last ? now : this.#last + 1n;
		return this.#free(this.#last);
	}

	#free(from: bigint): string {
		let id = from;
		while (this.#used.has(id)) id += 1n;
		this.#used.add(id);
		if (id > this.#last && from === this.#last) this.#last = id;
		return id.toString();
	}
}
