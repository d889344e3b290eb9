/** Lets a persona seem to type before each of its messages. */
import { typingPaceMs } from '#core/reply/typing-pace';
import type { HumanizerDegree } from '#domain/settings';
import type { Clock } from '#ports/clock';
import type { Random } from '#ports/random';

/** What the pace of one reply depends on. */
export interface ReplyPaceOptions {
	readonly clock: Clock;
	readonly random: Random;
	readonly degree: HumanizerDegree;
	/** False posts everything at once. */
	readonly isOn: boolean;
}

/** A reply that is under way for longer than this is late: nobody should wait for show. */
const lateAfterMs = 15_000;

/** The pace of one reply, from the moment it is made. The time that the model took counts as time spent typing. */
export class ReplyPace {
	readonly #options: ReplyPaceOptions;
	readonly #startedAtMs: number;
	#lastAtMs: number;

	constructor(options: ReplyPaceOptions) {
		this.#options = options;
		this.#startedAtMs = options.clock.now();
		this.#lastAtMs = this.#startedAtMs;
	}

	/** Resolves when a message of so many UTF-16 units may appear; at once when the signal aborts. */
	async wait(units: number, signal: AbortSignal): Promise<void> {
		const { clock, random, degree, isOn } = this.#options;
		if (!isOn) return;
		const nowMs = clock.now();
		const isLate = nowMs - this.#startedAtMs > lateAfterMs;
		const paceMs = typingPaceMs(units, { degree, isLate, pauseRoll: random.next(), pauseLengthRoll: random.next() });
		const waitMs = this.#lastAtMs + paceMs - nowMs;
		if (waitMs > 0) await clock.sleep(waitMs, signal);
		this.#lastAtMs = clock.now();
	}
}
