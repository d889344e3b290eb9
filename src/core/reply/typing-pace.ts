/** How long a persona seems to type before a message appears. */
import type { HumanizerDegree } from '#domain/settings';

const msPerUnit = 10;
const typingMsMin = 750;
const typingMsMax = 4_000;
const pauseChance = 0.25;
const pauseMsMin = 250;
const pauseMsMax = 1_500;

export interface TypingPaceOptions {
	readonly degree: HumanizerDegree;
	/** The reply has taken long already, so that nobody should wait for show. */
	readonly isLate: boolean;
	/** Two numbers from 0 (included) to 1 (excluded): whether the persona pauses, and for how long. */
	readonly pauseRoll: number;
	readonly pauseLengthRoll: number;
}

/**
 * The wait in whole milliseconds before a message of `units` UTF-16 units: 10 ms for each, from 750 to 4,000 ms, and
 * in one case of four a pause of 250 to 1,500 ms more. None for degree 0 or a late reply (seed: typing simulation).
 */
export function typingPaceMs(units: number, options: TypingPaceOptions): number {
	if (options.degree === 0 || options.isLate) return 0;
	const typingMs = Math.min(typingMsMax, Math.max(typingMsMin, units * msPerUnit));
	const pauses = options.pauseRoll < pauseChance;
	const pauseMs = pauses ? pauseMsMin + (pauseMsMax - pauseMsMin) * options.pauseLengthRoll : 0;
	return Math.round(typingMs + pauseMs);
}
