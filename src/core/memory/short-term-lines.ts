/** What short-term memory keeps of a turn. */
import { quoteInNote } from '#core/text/system-note';
import type { Snowflake } from '#domain/ids';
import { SHORT_TERM_LIMITS, type ShortTermLine } from '#domain/memory';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';

/** A reply that stands in the channel. */
export interface NotedReply {
	readonly speaker: string;
	readonly messageIds: readonly Snowflake[];
	readonly text: string;
	/** Milliseconds since 1970. */
	readonly atMs: number;
}

/** Words as they are kept: on one line and bounded. */
export function shortTermText(text: string): string {
	return quoteInNote(text, SHORT_TERM_LIMITS.lineCharactersMax);
}

/** A summary as it is kept: on one line and bounded, so that it cannot look like more than one note. */
export function shortTermSummary(text: string): string {
	return quoteInNote(text, SHORT_TERM_LIMITS.summaryCharactersMax);
}

/**
 * The last ten messages that a prompt showed and the reply to them, oldest first (behaviour, section 10.4). What was said
 * in one go is one line, and comes whole or not at all, but for the newest. Notes of ours are nobody's words and stay
 * out, as do blocked people and those who keep out of every context, whom the list does not hold.
 */
export function shortTermLines(
	entries: readonly SimplifiedMessageForContext[],
	reply: NotedReply,
): readonly ShortTermLine[] {
	const ofReply = new Set(reply.messageIds);
	const said = entries.flatMap(lineOf).filter((line) => !line.messageIds.some((id) => ofReply.has(id)));
	const answer = { ...reply, authorId: null, text: shortTermText(reply.text) };
	return lastMessages(answer.text === '' ? said : [...said, answer]);
}

function lineOf(entry: SimplifiedMessageForContext): readonly ShortTermLine[] {
	if (entry.authorType === 'system' || entry.completionContent === null) return [];
	const text = shortTermText(entry.completionContent);
	if (text === '') return [];
	return [
		{
			messageIds: entry.combined?.map((part) => part.id) ?? [entry.id],
			authorId: entry.authorType === 'user' ? entry.authorId : null,
			speaker: entry.authorName,
			text,
			atMs: entry.createdAtMs,
		},
	];
}

function lastMessages(lines: readonly ShortTermLine[]): readonly ShortTermLine[] {
	let messages = 0;
	let from = lines.length;
	while (from > 0) {
		messages += lines[from - 1]?.messageIds.length ?? 0;
		if (messages > SHORT_TERM_LIMITS.linesMax && from < lines.length) break;
		from -= 1;
	}
	return lines.slice(from);
}
