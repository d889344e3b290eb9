/** Makes one entry of what one speaker said in several messages in a row (seed: same-author merging). */
import { hasOversizedRun } from '#core/text/unbroken-run';
import type { Snowflake } from '#domain/ids';
import type { CombinedPart, SimplifiedMessageForContext } from '#domain/simplified-message';
import { calendarDay } from '#lib/calendar-day';
import type { HistoryFacts } from './history-facts.ts';
import { isBlockNotice } from './redact-blocked.ts';

/** Whether days count, and whose, and which lines the turn answers. */
export type MergeOptions = Pick<HistoryFacts, 'timeAwareness' | 'zone' | 'turnLines'>;

/**
 * The longest entry that merging makes, in UTF-16 units of its words and of its projection alike. An entry leaves a prompt
 * whole or not at all, so one without a bound would take a person's whole day along, or could not leave at all.
 */
export const mergedCharactersMax = 2_000;

interface Run {
	readonly first: SimplifiedMessageForContext;
	readonly entries: SimplifiedMessageForContext[];
	/** When the last part that has a time was written. */
	lastMs: number | null;
	/** The length of the entry that the run makes so far. */
	lengths: Lengths;
}

/** UTF-16 units of an entry's words and of its projection. */
interface Lengths {
	readonly content: number;
	readonly completion: number;
}

/** What holds for every pair of one list. */
interface Rules extends MergeOptions {
	readonly turnIds: ReadonlySet<Snowflake>;
}

/**
 * Joins neighbours with the same author, label, persona and manner of speaking (narration never joins speech, ruling H12)
 * when both are nothing but words: no media (custom emoji are words, ruling H4) and no notes, but for what the first of
 * them answers, since that note stands before the words anyway. With time awareness only within one calendar day; a message
 * without a time belongs to any day. The lines that the turn answers join each other and never what stands before them,
 * and no run grows beyond `mergedCharactersMax`. Notes on blocked people join in runs of one person, however long. Words
 * and projections join by line breaks; ids, texts and times of all parts stay in `combined`. Merging twice changes nothing.
 */
export function mergeMessages(
	entries: readonly SimplifiedMessageForContext[],
	options: MergeOptions,
): readonly SimplifiedMessageForContext[] {
	const rules: Rules = { ...options, turnIds: new Set(options.turnLines.map((line) => line.id)) };
	const merged: SimplifiedMessageForContext[] = [];
	let run: Run | null = null;
	for (const entry of entries) {
		if (run !== null && joins(run, entry, rules)) {
			run.entries.push(entry);
			run.lengths = lengthsWith(run.lengths, entry);
		} else {
			if (run !== null) merged.push(joined(run));
			run = { first: entry, entries: [entry], lastMs: null, lengths: lengthsOf(entry) };
		}
		run.lastMs = timesOf(entry).at(-1) ?? run.lastMs;
	}
	if (run !== null) merged.push(joined(run));
	return merged;
}

/** What an entry was made of; an entry of one message is its own part. */
export function combinedPartsOf(entry: SimplifiedMessageForContext): readonly CombinedPart[] {
	return entry.combined ?? [{ id: entry.id, content: entry.content ?? '', createdAtMs: entry.createdAtMs }];
}

function joins({ first, lastMs, lengths }: Run, next: SimplifiedMessageForContext, rules: Rules): boolean {
	if (first.authorId !== next.authorId || first.authorName !== next.authorName) return false;
	if (isBlockNotice(first)) return true;
	return (
		first.authorPersonaId === next.authorPersonaId &&
		first.completionSpeaker === next.completionSpeaker &&
		isPureText(first) &&
		isPureText(next) &&
		first.systemNotes.every((note) => note.place === 'before') &&
		next.systemNotes.length === 0 &&
		rules.turnIds.has(first.id) === rules.turnIds.has(next.id) &&
		isShort(lengthsWith(lengths, next)) &&
		isSameDay(lastMs, timesOf(next)[0] ?? null, rules)
	);
}

function lengthsOf(entry: SimplifiedMessageForContext): Lengths {
	return { content: entry.content?.length ?? 0, completion: entry.completionContent?.length ?? 0 };
}

function lengthsWith(before: Lengths, next: SimplifiedMessageForContext): Lengths {
	const { content, completion } = lengthsOf(next);
	return { content: before.content + 1 + content, completion: before.completion + 1 + completion };
}

function isShort({ content, completion }: Lengths): boolean {
	return Math.max(content, completion) <= mergedCharactersMax;
}

function isPureText(entry: SimplifiedMessageForContext): boolean {
	return (
		entry.content !== null &&
		entry.completionContent !== null &&
		entry.imageAttachments.length === 0 &&
		entry.videoAttachments.length === 0 &&
		entry.documentAttachments.length === 0 &&
		entry.remoteMediaSourceKind === null &&
		// Prompts leave out what holds such a run (ruling N16), and the lines beside it would go along. Parts of a merged entry
		// passed this before, and joining them by line breaks makes no run longer.
		!(entry.combined === null && hasOversizedRun(entry.content))
	);
}

function isSameDay(beforeMs: number | null, afterMs: number | null, { timeAwareness, zone }: MergeOptions): boolean {
	if (!timeAwareness || beforeMs === null || afterMs === null || beforeMs === afterMs) return true;
	return calendarDay(beforeMs, zone) === calendarDay(afterMs, zone);
}

function timesOf(entry: SimplifiedMessageForContext): readonly number[] {
	if (entry.combined === null) return entry.createdAtMs === null ? [] : [entry.createdAtMs];
	return entry.combined.flatMap((part) => part.createdAtMs ?? []);
}

function joined({ first, entries }: Run): SimplifiedMessageForContext {
	if (entries.length === 1) return first;
	const combined = entries.flatMap(combinedPartsOf);
	if (isBlockNotice(first)) return { ...first, combined };
	return {
		...first,
		content: entries.map((entry) => entry.content).join('\n'),
		completionContent: entries.map((entry) => entry.completionContent).join('\n'),
		combined,
	};
}
