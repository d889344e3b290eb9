/** Notes of ours, and other people's words inside them. */
import { takeGraphemes } from '#lib/graphemes';

/** A note as chat models read it; only the caller knows that it is one (ruling H17). */
export function renderSystemNote(text: string): string {
	return `[System: ${text}]`;
}

/**
 * Foreign words on one line, so that they can stand inside a note without ending it: white space collapses to single
 * spaces and square brackets become round ones. At most `charactersMax` characters, an ellipsis marks what was cut.
 */
export function quoteInNote(text: string, charactersMax: number = Number.POSITIVE_INFINITY): string {
	const line = text
		.toWellFormed()
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim()
		.replaceAll('[', '(')
		.replaceAll(']', ')');
	if (line.length <= charactersMax) return line;
	const kept = takeGraphemes(line, charactersMax);
	return kept === line ? line : `${kept.trimEnd()}…`;
}

/** `1 image`, `2 images`. */
export function countOf(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
