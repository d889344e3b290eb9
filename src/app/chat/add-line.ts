/** Puts a further line into a turn without letting an old one become what is answered. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';

/** Snowflakes grow with time; a longer decimal string is the larger number. */
export function isNewer(id: Snowflake, than: Snowflake): boolean {
	return id.length === than.length ? id > than : id.length > than.length;
}

/** Lines of one turn; the oldest of more are still part of the history. */
export const TURN_LINES_MAX = 100;

/**
 * The lines with one more: at the end, or before the last one when it is older than that, as a message that Discord
 * delivers again may be. A line that is known already changes nothing.
 */
export function addLineTo(lines: readonly ChatMessage[], line: ChatMessage): readonly ChatMessage[] {
	if (lines.some((known) => known.id === line.id)) return lines;
	const last = lines.at(-1);
	if (!last || isNewer(line.id, last.id)) return [...lines, line].slice(-TURN_LINES_MAX);
	return [...lines.slice(0, -1), line, last].slice(-TURN_LINES_MAX);
}
