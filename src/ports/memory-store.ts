/** What is remembered of servers and people. */
import type { LineageId, ServerId, Snowflake, UserId } from '#domain/ids';
import type { MemoryGates, PersonalMemory, PersonalMemoryId, ServerMemory, ServerMemoryId } from '#domain/memory';
import type { Result } from '#lib/result';

/** A memory of a server before it has a row. */
export interface ServerMemoryDraft {
	readonly serverId: ServerId;
	readonly lineageId: LineageId;
	readonly authorUserId: UserId;
	readonly content: string;
	readonly gates: MemoryGates;
}

/** A memory of a person before it has a row. */
export interface PersonalMemoryDraft {
	readonly userId: UserId;
	/** Null is for every persona. */
	readonly lineageId: LineageId | null;
	readonly content: string;
	readonly gates: MemoryGates;
}

/** What a turn wants to know. */
export interface MemoryQuery {
	readonly serverId: ServerId;
	readonly lineageId: LineageId;
	/** The people in the conversation, by Discord's ids. */
	readonly discordIds: readonly Snowflake[];
}

/** Everything that one turn may remember, not yet selected. */
export interface Memories {
	/** Of the server and lineage, oldest first. */
	readonly server: readonly ServerMemory[];
	/** Of the people, known to the lineage or to every persona, oldest first. */
	readonly personal: readonly PersonalMemory[];
}

/** What a memory says and where it comes up. */
export interface MemoryWords {
	readonly content: string;
	readonly gates: MemoryGates;
}

/** Memories are counted where they are stored, so that two at once cannot pass the same limit. */
export interface MemoryStore {
	/** All or none; `countMax` counts every memory of the server. */
	addServerMemories(
		owner: Omit<ServerMemoryDraft, keyof MemoryWords>,
		memories: readonly MemoryWords[],
		countMax: number,
	): Promise<Result<void, 'too-many'>>;
	/** All or none; `countMax` counts every memory of the person. */
	addPersonalMemories(
		owner: Omit<PersonalMemoryDraft, keyof MemoryWords>,
		memories: readonly MemoryWords[],
		countMax: number,
	): Promise<Result<void, 'too-many'>>;
	/** False when it is gone. */
	editServerMemory(serverId: ServerId, id: ServerMemoryId, words: MemoryWords): Promise<boolean>;
	editPersonalMemory(userId: UserId, id: PersonalMemoryId, words: MemoryWords): Promise<boolean>;
	/** False when it was gone. */
	removeServerMemory(serverId: ServerId, id: ServerMemoryId): Promise<boolean>;
	removePersonalMemory(userId: UserId, id: PersonalMemoryId): Promise<boolean>;
	/** `countMax` counts every memory of the server. */
	addServerMemory(draft: ServerMemoryDraft, countMax: number): Promise<Result<ServerMemory, 'too-many'>>;
	/** `countMax` counts every memory of the person. */
	addPersonalMemory(draft: PersonalMemoryDraft, countMax: number): Promise<Result<PersonalMemory, 'too-many'>>;
	/** A lineage's memories of a server, oldest first. */
	listServerMemories(serverId: ServerId, lineageId: LineageId): Promise<readonly ServerMemory[]>;
	/** Everything that a person wants known, oldest first. */
	listPersonalMemories(userId: UserId): Promise<readonly PersonalMemory[]>;
	/** All that a turn may remember, read at once. */
	findMemories(query: MemoryQuery): Promise<Memories>;
}
