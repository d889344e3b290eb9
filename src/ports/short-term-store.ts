/** What was said in the last hours, by channel and lineage. */
import type { LineageId, ServerId, Snowflake } from '#domain/ids';
import type { ShortTermLine, ShortTermRecord } from '#domain/memory';

/** Whose memory of which channel. */
export interface ShortTermPlace {
	readonly serverId: ServerId;
	readonly lineageId: LineageId;
	readonly channelId: Snowflake;
}

/** What a turn may remember of the last hours, not yet selected. */
export interface StoredShortTerm {
	/** Of the channel itself and of channels that were not private when they were noted; the newest first. */
	readonly records: readonly ShortTermRecord[];
	/** Null stands inline; a number is how many entries of the history follow. */
	readonly depth: number | null;
}

/** The last lines of a channel. */
export interface NotedLines {
	/** Oldest first; none forgets those that were there. */
	readonly lines: readonly ShortTermLine[];
	/** Nothing of a private channel is found from another one. */
	readonly isPrivate: boolean;
	readonly nowMs: number;
}

/** What a model made of the last hours of a channel. */
export interface NotedSummary {
	/** Not empty. */
	readonly content: string;
	/** As for lines. */
	readonly isPrivate: boolean;
	readonly nowMs: number;
}

/** What became of a line: other words in other messages, or nothing at all. */
export interface ChangedLine {
	/** Messages that the line was, or is, said in. */
	readonly messageIds: readonly Snowflake[];
	/** Null when it is gone. */
	readonly now: Pick<ShortTermLine, 'messageIds' | 'text'> | null;
}

/** Keeps lines for 12 hours and summaries for 24, for every persona lineage by itself. */
export interface ShortTermStore {
	/** What has not run out; lines of people who keep out of every context are left out. */
	findShortTerm(place: ShortTermPlace, nowMs: number): Promise<StoredShortTerm>;
	/** Takes the place of the lines that were there, and drops what has run out in the server. */
	saveLines(place: ShortTermPlace, noted: NotedLines): Promise<void>;
	/** Takes the place of the summary that was there. */
	saveSummary(place: ShortTermPlace, noted: NotedSummary): Promise<void>;
	/** In every lineage's memory of the channel; where no line was said in these messages, nothing happens. */
	changeLine(channelId: Snowflake, changed: ChangedLine): Promise<void>;
	/** Forgets lines and summaries of a server, or of one channel, or lineage, of it; how many records there were. */
	clearShortTerm(place: Pick<ShortTermPlace, 'serverId'> & Partial<ShortTermPlace>): Promise<number>;
	/** Forgets what a person said and was answered, everywhere, and the summaries of channels where that was. */
	forgetPerson(discordId: Snowflake): Promise<void>;
	setDepth(serverId: ServerId, depth: number | null): Promise<void>;
}
