/** Where the provider stops a reply: another speaker's label, a separator line, or what people configured. */
import type { TokenCounter } from '#domain/tokens';

/** The native API takes no more sequences than this; the completion list is kept to the same length. */
export const stopSequencesMax = 1024;

/**
 * Both line feeds belong to the stop: a bare `***` would also end triple emphasis, and a reply whose very first token
 * it is would stay empty.
 */
const SEPARATOR_STOPS: readonly string[] = ['\n***\n', '\n---\n'];

/** What ends a reply. */
export interface StopOptions {
	readonly foreignNames: readonly string[];
	/** Exact strings from the settings. */
	readonly configured: readonly string[];
}

/** Literal stops, the configured ones first, so that the cap can only cost names. */
export function stopStrings(options: StopOptions): readonly string[] {
	const labels = options.foreignNames.map((name) => `\n${name}:`);
	const stops = [...options.configured, ...SEPARATOR_STOPS, ...labels].filter((stop) => stop !== '');
	return [...new Set(stops)].slice(0, stopSequencesMax);
}

/** The same stops as token sequences of the serving model, which matches tokens and not text. */
export function stopTokenSequences(options: StopOptions, counter: TokenCounter): readonly (readonly number[])[] {
	return stopStrings(options).map((stop) => counter.encode(stop));
}
