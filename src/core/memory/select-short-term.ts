/** Which of the last hours comes up in a turn, and in which words. */
import { plainLabel } from '#core/text/plain-label';
import type { Snowflake } from '#domain/ids';
import {
	type PlacedShortTerm,
	SHORT_TERM_LIMITS,
	type ShortTermLine,
	type ShortTermMemory,
	type ShortTermNote,
} from '#domain/memory';

/** What is kept, and what the turn has read already. */
export interface ShortTermQuery {
	/** Newest first. */
	readonly records: readonly PlacedShortTerm[];
	/** Null stands inline. */
	readonly depth: number | null;
	/** The oldest message that the turn has read; null where it has read none. */
	readonly oldestReadId: Snowflake | null;
	/** Whether the conversation began anew within what was read: what came before is to be forgotten. */
	readonly hasReset: boolean;
	/** People whose words the persona must not hear. */
	readonly hiddenUserIds: ReadonlySet<Snowflake>;
	readonly nowMs: number;
}

/**
 * Of the channel itself only what is older than the history that was read; of others the three that were noted last.
 * Each channel's lines are one note, its summary another; the oldest stands first.
 */
export function selectShortTerm(query: ShortTermQuery): Omit<ShortTermMemory, 'nudge'> {
	const channels = new Set<Snowflake>();
	const notes: ShortTermNote[] = [];
	for (const record of query.records) {
		const content = contentOf(record, query);
		if (content === '') continue;
		if (record.channelName !== null) {
			const isFurther = !channels.has(record.channelId) && channels.size >= SHORT_TERM_LIMITS.otherChannelsMax;
			if (isFurther) continue;
			channels.add(record.channelId);
		}
		const quoted = record.kind === 'lines' ? ({ isQuoted: true } as const) : {};
		notes.push({ id: record.id, content, updatedAtMs: record.updatedAtMs, ...quoted });
	}
	return { notes: notes.reverse(), depth: depthOf(notes, query) };
}

function contentOf(record: PlacedShortTerm, query: ShortTermQuery): string {
	const { channelName, kind } = record;
	const where = channelName === null ? '' : ` in #${unquoted(plainLabel(channelName, 'another channel'))}`;
	if (kind === 'summary') {
		const summary = record.content.slice(0, SHORT_TERM_LIMITS.summaryCharactersMax).toWellFormed();
		return where === '' || summary === '' ? summary : `Earlier${where}: ${summary}`;
	}
	const heard = record.lines.filter(({ authorId }) => authorId === null || !query.hiddenUserIds.has(authorId));
	const told = channelName === null ? heard.filter((line) => isBefore(line, query)) : heard;
	const quotes = newestQuotes(told);
	return quotes.length === 0 ? '' : `Earlier${where}: ${quotes.join('; ')}`;
}

function isBefore({ messageIds }: ShortTermLine, { oldestReadId, hasReset }: ShortTermQuery): boolean {
	if (hasReset) return false;
	return oldestReadId === null || messageIds.every((id) => BigInt(id) < BigInt(oldestReadId));
}

/** In quotation marks, so that nobody's words can go on as somebody else's. */
function newestQuotes(lines: readonly ShortTermLine[]): readonly string[] {
	const quotes: string[] = [];
	let characters = 0;
	for (const { speaker, text } of lines.toReversed()) {
		const quote = `${unquoted(plainLabel(speaker, 'someone'))} said "${unquoted(text)}"`;
		characters += quote.length;
		if (characters > SHORT_TERM_LIMITS.shownCharactersMax) break;
		quotes.unshift(quote);
	}
	return quotes;
}

/** Names may hold such marks as well. */
function unquoted(text: string): string {
	return text.replace(/["“”„‟]/gu, "'");
}

/** Deferred notes of which one is fresh stand near the end, where they are noticed. */
function depthOf(notes: readonly ShortTermNote[], { depth, nowMs }: ShortTermQuery): number | null {
	const { freshMs, freshDepthMax } = SHORT_TERM_LIMITS;
	if (depth === null || !notes.some(({ updatedAtMs }) => nowMs - updatedAtMs < freshMs)) return depth;
	return Math.min(depth, freshDepthMax);
}
