/** Memories as rows and back. */
import type { LineageId, ServerId, Snowflake, UserId } from '#domain/ids';
import type { MemoryGates, PersonalMemory, ServerMemory } from '#domain/memory';
import type { personalMemories, serverMemories } from './schema/memories.ts';
import { storableText } from './storable.ts';

/** What both kinds of memory have. */
interface MemoryDraft {
	readonly content: string;
	readonly gates: MemoryGates;
}

/** The columns that both kinds share. */
export function memoryValues({ content, gates }: MemoryDraft) {
	return {
		content: storableText(content),
		channels: gates.channels.map(storableText),
		keywords: gates.keywords.map(storableText),
	};
}

type SharedRow = Pick<
	typeof serverMemories.$inferSelect,
	'content' | 'channels' | 'keywords' | 'createdAt' | 'updatedAt'
>;

function sharedOf(row: SharedRow) {
	return {
		content: row.content,
		gates: { channels: row.channels, keywords: row.keywords },
		createdAtMs: row.createdAt.getTime(),
		updatedAtMs: row.updatedAt.getTime(),
	};
}

/** A server's memory of a row. */
export function serverMemoryOf(row: typeof serverMemories.$inferSelect): ServerMemory {
	return {
		id: row.id as ServerMemory['id'],
		serverId: row.serverId as ServerId,
		lineageId: row.lineageId as LineageId,
		authorUserId: row.authorUserId as UserId | null,
		...sharedOf(row),
	};
}

/** A person's memory of a row. */
export function personalMemoryOf(row: typeof personalMemories.$inferSelect, userDiscordId: Snowflake): PersonalMemory {
	return {
		id: row.id as PersonalMemory['id'],
		userId: row.userId as UserId,
		userDiscordId,
		lineageId: row.lineageId as LineageId | null,
		...sharedOf(row),
	};
}
