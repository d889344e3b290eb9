/** Adds to and takes from a scope's stop strings. */
import type { StopStringLimits } from '#domain/sampling';
import { err, ok, type Result } from '#lib/result';

/** What the option's value may be besides a text to add. */
export const CLEAR_STOPS = '!clear';
const REMOVE_PREFIX = '!remove ';

/** Why a stop string was not taken. */
export type StopRefusal = 'blank' | 'too-long' | 'too-many' | 'unknown';

/** The value that removes one stop string. */
export function removalOf(stop: string): string {
	return `${REMOVE_PREFIX}${shownStop(stop)}`;
}

/** A stop string on one line, as people type it. */
export function shownStop(stop: string): string {
	return stop.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function typedStop(text: string): string {
	return text.replaceAll(/\\(\\|n|t)/g, (_whole, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? '\\');
}

/** A list of one's own, one stop string a line; null when one is too long or there are too many or none. */
export function readStops(text: string, limits: StopStringLimits): readonly string[] | null {
	const stops = [...new Set(text.split('\n').map(typedStop))].filter((stop) => stop !== '');
	const { stopStringsMax, stopStringCharactersMax } = limits;
	if (stops.length === 0 || stops.length > stopStringsMax) return null;
	return stops.some((stop) => stop.length > stopStringCharactersMax) ? null : stops;
}

/** The list after the change: `!clear` empties it, `!remove …` takes one out, anything else is added. */
export function changeStops(
	stops: readonly string[],
	value: string,
	limits: StopStringLimits,
): Result<readonly string[], StopRefusal> {
	if (value.trim() === CLEAR_STOPS) return ok([]);
	if (value.startsWith(REMOVE_PREFIX)) {
		const unwanted = typedStop(value.slice(REMOVE_PREFIX.length));
		return stops.includes(unwanted) ? ok(stops.filter((stop) => stop !== unwanted)) : err('unknown');
	}
	const stop = typedStop(value);
	if (stop === '') return err('blank');
	if (stop.length > limits.stopStringCharactersMax) return err('too-long');
	if (stops.includes(stop)) return ok(stops);
	if (stops.length >= limits.stopStringsMax) return err('too-many');
	return ok([...stops, stop]);
}
