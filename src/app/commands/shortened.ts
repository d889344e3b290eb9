/** A text as one short line of a list. */
import { escapeMarkdown } from '#core/text/escape-markdown';

const ELLIPSIS = '…';

/** On one line, cut to `charactersMax` UTF-16 units without halving a character, and without Markdown's effects. */
export function shortened(text: string, charactersMax: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line.length <= charactersMax) return escapeMarkdown(line);
	return escapeMarkdown(line.slice(0, charactersMax - ELLIPSIS.length).replace(/[\uD800-\uDBFF]$/, '')) + ELLIPSIS;
}
