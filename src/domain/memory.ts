/** What is remembered: about a server, about a person, and of the last hours. */
import type { LineageId, ServerId, Snowflake, UserId } from '#domain/ids';
import type { Brand } from '#lib/brand';

/** Our row of a server's memory. */
export type ServerMemoryId = Brand<number, 'ServerMemoryId'>;

/** Our row of a person's memory. */
export type PersonalMemoryId = Brand<number, 'PersonalMemoryId'>;

/** Our row of a short-term note. */
export type ShortTermNoteId = Brand<number, 'ShortTermNoteId'>;

/** Where a memory comes up at all. Both gates have to be open; an empty list is an open gate. */
export interface MemoryGates {
	/** Names of channels without `#`, or their ids. */
	readonly channels: readonly string[];
	/** At least one has to occur in what was said lately. */
	readonly keywords: readonly string[];
}

/** What every kind of memory has. Instants are milliseconds since 1970. */
interface StoredMemory {
	readonly content: string;
	readonly gates: MemoryGates;
	readonly createdAtMs: number;
	readonly updatedAtMs: number;
}

/** Something that a persona knows about a server. */
export interface ServerMemory extends StoredMemory {
	readonly id: ServerMemoryId;
	readonly serverId: ServerId;
	/** Only personas of this lineage know it. */
	readonly lineageId: LineageId;
	/** Who told it; null when that person asked to be forgotten. */
	readonly authorUserId: UserId | null;
}

/** Something that a person wants to be known about themselves. */
export interface PersonalMemory extends StoredMemory {
	readonly id: PersonalMemoryId;
	readonly userId: UserId;
	/** The owner's Discord id, by which conversations know them. */
	readonly userDiscordId: Snowflake;
	/** Only personas of this lineage know it; null is for all of them. */
	readonly lineageId: LineageId | null;
}

/** What somebody said in one go, as short-term memory keeps it. */
export interface ShortTermLine {
	/** The messages that it was said in, oldest first; never empty. */
	readonly messageIds: readonly Snowflake[];
	/** The person's Discord id; null for personas. */
	readonly authorId: Snowflake | null;
	/** One-line label. */
	readonly speaker: string;
	/** On one line. */
	readonly text: string;
	/** Milliseconds since 1970; null where Discord did not say. */
	readonly atMs: number | null;
}

/** What is kept of the last hours of one channel: the lines as they were said, or what a model made of them. */
export interface ShortTermRecord {
	readonly id: ShortTermNoteId;
	readonly channelId: Snowflake;
	readonly kind: 'lines' | 'summary';
	/** A summary's words; empty for lines. */
	readonly content: string;
	/** Oldest first; empty for a summary. */
	readonly lines: readonly ShortTermLine[];
	/** Milliseconds since 1970. */
	readonly updatedAtMs: number;
}

/** A record as a turn reads it. */
export interface PlacedShortTerm extends ShortTermRecord {
	/** What its channel is called, not yet a label; null for the channel that the turn is in. */
	readonly channelName: string | null;
}

/** Of short-term memory: entries, characters (UTF-16 units) and milliseconds. */
export const SHORT_TERM_LIMITS = {
	linesMax: 10,
	lineCharactersMax: 500,
	summaryCharactersMax: 1_500,
	/** Of one channel's lines in a prompt; the newest ones stay. */
	shownCharactersMax: 1_500,
	linesTtlMs: 12 * 3_600_000,
	summaryTtlMs: 24 * 3_600_000,
	otherChannelsMax: 3,
	/** Entries of the history that follow deferred notes, unless somebody chose otherwise. */
	depthDefault: 4,
	depthMax: 100,
	/** Notes that are younger stand no deeper than `freshDepthMax`. */
	freshMs: 3_600_000,
	freshDepthMax: 2,
} as const;

/** One note of the last hours. */
export interface ShortTermNote {
	readonly id: ShortTermNoteId;
	readonly content: string;
	/** Whether it repeats what people said, in which macros stay as they stand. */
	readonly isQuoted?: true;
	/** Milliseconds since 1970. */
	readonly updatedAtMs: number;
}

/** The notes of the last hours, and where they stand. */
export interface ShortTermMemory {
	readonly notes: readonly ShortTermNote[];
	/** Null stands inline, before the samples; a number is how many entries of the history follow. */
	readonly depth: number | null;
	/** The instruction to keep the notes up to date, for models with tools; null gives none. */
	readonly nudge: string | null;
}

/** No short-term memory. */
export const EMPTY_SHORT_TERM_MEMORY: ShortTermMemory = { notes: [], depth: null, nudge: null };

/** How much may be remembered: characters are UTF-16 units. */
export const MEMORY_LIMITS = {
	contentCharactersMax: 1_000,
	serverMemoriesMax: 100,
	personalMemoriesMax: 100,
	gateEntriesMax: 10,
	gateCharactersMax: 100,
	/** Bytes of a file of memories, and the wrong lines that one answer names. */
	fileBytesMax: 1_000_000,
	/** Lines of a file, good or wrong. */
	fileLinesMax: 10_000,
	fileProblemsMax: 10,
} as const;

/** How much may be remembered; the operator sets it. */
export interface MemoryLimits {
	readonly serverMemoriesMax: number;
	readonly personalMemoriesMax: number;
	/** UTF-16 units of one memory. */
	readonly charactersMax: number;
}
