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

/** A message as short-term memory keeps it. */
export interface ShortTermLine {
	readonly messageId: Snowflake;
	/** One-line label. */
	readonly speaker: string;
	readonly text: string;
	/** Milliseconds since 1970. */
	readonly atMs: number;
}

/** Of short-term memory: entries, characters (UTF-16 units) and milliseconds. */
export const SHORT_TERM_LIMITS = {
	linesMax: 10,
	lineCharactersMax: 500,
	summaryCharactersMax: 1_500,
	linesTtlMs: 12 * 3_600_000,
	summaryTtlMs: 24 * 3_600_000,
	otherChannelsMax: 3,
} as const;

/** One note of the last hours. */
export interface ShortTermNote {
	readonly id: ShortTermNoteId;
	readonly content: string;
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
} as const;
