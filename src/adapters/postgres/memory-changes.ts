/** Memories that change, go, or come several at once. */
import { and, count, eq, sql } from 'drizzle-orm';
import { err, ok, type Result } from '#lib/result';
import type { MemoryStore, MemoryWords, PersonalMemoryDraft, ServerMemoryDraft } from '#ports/memory-store';
import type { Database } from './database.ts';
import { memoryValues } from './memory-rows.ts';
import { storeQuery } from './query-failure.ts';
import { personalMemories, serverMemories } from './schema/memories.ts';
import { servers } from './schema/servers.ts';
import { users } from './schema/users.ts';

/** Memories to be stored together. */
interface Batch {
	readonly memories: readonly MemoryWords[];
	readonly countMax: number;
}

/** The owner's row is locked first, so that two at once cannot pass the same limit. */
async function insertForServer(
	db: Database,
	owner: Omit<ServerMemoryDraft, keyof MemoryWords>,
	{ memories, countMax }: Batch,
): Promise<Result<void, 'too-many'>> {
	const { serverId, lineageId, authorUserId } = owner;
	return await db.transaction(async (transaction) => {
		await transaction.select({ id: servers.id }).from(servers).where(eq(servers.id, serverId)).for('update');
		const ofServer = eq(serverMemories.serverId, serverId);
		const present = await transaction.select({ value: count() }).from(serverMemories).where(ofServer);
		if ((present[0]?.value ?? 0) + memories.length > countMax) return err('too-many');
		const rows = memories.map((words) => ({ serverId, lineageId, authorUserId, ...memoryValues(words) }));
		if (rows.length > 0) await transaction.insert(serverMemories).values(rows);
		return ok(undefined);
	});
}

async function insertForPerson(
	db: Database,
	owner: Omit<PersonalMemoryDraft, keyof MemoryWords>,
	{ memories, countMax }: Batch,
): Promise<Result<void, 'too-many'>> {
	const { userId, lineageId } = owner;
	return await db.transaction(async (transaction) => {
		await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const ofPerson = eq(personalMemories.userId, userId);
		const present = await transaction.select({ value: count() }).from(personalMemories).where(ofPerson);
		if ((present[0]?.value ?? 0) + memories.length > countMax) return err('too-many');
		const rows = memories.map((words) => ({ userId, lineageId, ...memoryValues(words) }));
		if (rows.length > 0) await transaction.insert(personalMemories).values(rows);
		return ok(undefined);
	});
}

/** The methods of the store that change what is there. */
export function memoryChanges(
	db: Database,
): Pick<
	MemoryStore,
	| 'addServerMemories'
	| 'addPersonalMemories'
	| 'editServerMemory'
	| 'editPersonalMemory'
	| 'removeServerMemory'
	| 'removePersonalMemory'
> {
	return {
		addServerMemories: (owner, memories, countMax) =>
			storeQuery('addServerMemories', () => insertForServer(db, owner, { memories, countMax })),
		addPersonalMemories: (owner, memories, countMax) =>
			storeQuery('addPersonalMemories', () => insertForPerson(db, owner, { memories, countMax })),
		editServerMemory: (serverId, id, words) =>
			storeQuery('editServerMemory', async () => {
				const changed = await db
					.update(serverMemories)
					.set({ ...memoryValues(words), updatedAt: sql`now()` })
					.where(and(eq(serverMemories.serverId, serverId), eq(serverMemories.id, id)))
					.returning({ id: serverMemories.id });
				return changed.length > 0;
			}),
		editPersonalMemory: (userId, id, words) =>
			storeQuery('editPersonalMemory', async () => {
				const changed = await db
					.update(personalMemories)
					.set({ ...memoryValues(words), updatedAt: sql`now()` })
					.where(and(eq(personalMemories.userId, userId), eq(personalMemories.id, id)))
					.returning({ id: personalMemories.id });
				return changed.length > 0;
			}),
		removeServerMemory: (serverId, id) =>
			storeQuery('removeServerMemory', async () => {
				const here = and(eq(serverMemories.serverId, serverId), eq(serverMemories.id, id));
				return (await db.delete(serverMemories).where(here).returning({ id: serverMemories.id })).length > 0;
			}),
		removePersonalMemory: (userId, id) =>
			storeQuery('removePersonalMemory', async () => {
				const own = and(eq(personalMemories.userId, userId), eq(personalMemories.id, id));
				return (await db.delete(personalMemories).where(own).returning({ id: personalMemories.id })).length > 0;
			}),
	};
}
