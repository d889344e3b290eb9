/** Where the provider stops a reply: another speaker's label, a separator line, or what people configured. */
import { STOP_STRING_LIMITS } from '#domain/sampling';
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
	/** Exact strings from the settings; what is beyond `STOP_STRING_LIMITS` does not count. */
	readonly configured: readonly string[];
}

/** How a vocabulary reads a stop. */
export interface StopVocabulary {
	/** Ends of lines that may become one token with the line feed after them. */
	readonly prefixes: readonly string[];
	readonly counter: TokenCounter;
}

/** Literal stops, the configured ones first, so that the cap can only cost names. */
export function stopStrings(options: StopOptions): readonly string[] {
	const { stopStringsMax, stopStringCharactersMax } = STOP_STRING_LIMITS;
	const configured = options.configured
		.filter((stop) => stop !== '' && stop.length <= stopStringCharactersMax)
		.slice(0, stopStringsMax);
	const labels = options.foreignNames.map((name) => `\n${name}:`);
	return [...new Set([...configured, ...SEPARATOR_STOPS, ...labels])].slice(0, stopSequencesMax);
}

function endsWith(sequence: readonly number[], end: readonly number[]): boolean {
	return end.every((id, index) => sequence[sequence.length - end.length + index] === id);
}

/**
 * The same stops as token sequences of the serving model, which matches tokens and not text. Where punctuation takes
 * the line feed into its own token, the plain sequence never occurs, so each such end of a line has a sequence more.
 * Every stop comes in its plain form first, and the commonest ends of lines come for all stops before rarer ones.
 */
export function stopTokenSequences(options: StopOptions, vocabulary: StopVocabulary): readonly (readonly number[])[] {
	const { prefixes, counter } = vocabulary;
	const stops = stopStrings(options).map((stop) => ({ stop, forms: [counter.encode(stop)] }));
	const sequences = stops.flatMap(({ forms }) => forms);
	const afterLine = stops.filter(({ stop }) => stop.startsWith('\n'));
	for (const prefix of prefixes) {
		for (const { stop, forms } of afterLine) {
			if (sequences.length >= stopSequencesMax) return sequences;
			const fused = counter.encode(prefix + stop);
			// A sequence matches wherever it ends, so a longer one with the same end adds nothing.
			if (forms.some((form) => endsWith(fused, form))) continue;
			forms.push(fused);
			sequences.push(fused);
		}
	}
	return sequences;
}
