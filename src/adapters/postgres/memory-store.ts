/** Memories in the database. */
import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm';
import type { LineageId, ServerId, UserId } from '#domain/ids';
import type { PersonalMemory, ServerMemory } from '#domain/memory';
import { assert } from '#lib/assert';
import { err, ok, type Result } from '#lib/result';
import type { MemoryQuery, MemoryStore, PersonalMemoryDraft, ServerMemoryDraft } from '#ports/memory-store';
import type { Database } from './database.ts';
import { memoryChanges } from './memory-changes.ts';
import { memoryValues, personalMemoryOf, serverMemoryOf } from './memory-rows.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { personalMemories, serverMemories } from './schema/memories.ts';
import { servers } from './schema/servers.ts';
import { users } from './schema/users.ts';

/** The server's row is locked first, so that two at once cannot pass the same limit. */
async function insertServerMemory(
	db: Database,
	draft: ServerMemoryDraft,
	countMax: number,
): Promise<Result<ServerMemory, 'too-many'>> {
	const { serverId, lineageId, authorUserId } = draft;
	return await db.transaction(async (transaction) => {
		await transaction.select({ id: servers.id }).from(servers).where(eq(servers.id, serverId)).for('update');
		const ofServer = eq(serverMemories.serverId, serverId);
		const present = await transaction.select({ value: count() }).from(serverMemories).where(ofServer);
		if ((present[0]?.value ?? 0) >= countMax) return err('too-many');
		const rows = await transaction
			.insert(serverMemories)
			.values({ serverId, lineageId, authorUserId, ...memoryValues(draft) })
			.returning();
		assert(rows[0], 'an insert of a memory returned no row');
		return ok(serverMemoryOf(rows[0]));
	});
}

/** The same with the person's row. */
async function insertPersonalMemory(
	db: Database,
	draft: PersonalMemoryDraft,
	countMax: number,
): Promise<Result<PersonalMemory, 'too-many'>> {
	const { userId, lineageId } = draft;
	return await db.transaction(async (transaction) => {
		const owners = await transaction.select().from(users).where(eq(users.id, userId)).for('update');
		assert(owners[0], 'a memory was told by nobody');
		const ofPerson = eq(personalMemories.userId, userId);
		const present = await transaction.select({ value: count() }).from(personalMemories).where(ofPerson);
		if ((present[0]?.value ?? 0) >= countMax) return err('too-many');
		const rows = await transaction
			.insert(personalMemories)
			.values({ userId, lineageId, ...memoryValues(draft) })
			.returning();
		assert(rows[0], 'an insert of a memory returned no row');
		return ok(personalMemoryOf(rows[0], owners[0].discordId));
	});
}

async function selectServerMemories(
	db: Database,
	serverId: ServerId,
	lineageId: LineageId,
): Promise<readonly ServerMemory[]> {
	const rows = await selectOfServer(db).execute({ serverId, lineageId });
	return rows.map(serverMemoryOf);
}

const selectOfServer = preparedOnce((db) => {
	const { serverId, lineageId, id } = serverMemories;
	return db
		.select()
		.from(serverMemories)
		.where(and(eq(serverId, sql.placeholder('serverId')), eq(lineageId, sql.placeholder('lineageId'))))
		.orderBy(asc(id))
		.prepare(NAMELESS_STATEMENT);
});

function selectPersonalWhere(db: Database, where: ReturnType<typeof and>) {
	return db
		.select({ memory: personalMemories, discordId: users.discordId })
		.from(personalMemories)
		.innerJoin(users, eq(users.id, personalMemories.userId))
		.where(where)
		.orderBy(asc(personalMemories.id));
}

const selectOfPeople = preparedOnce((db) => {
	const { lineageId } = personalMemories;
	const known = or(isNull(lineageId), eq(lineageId, sql.placeholder('lineageId')));
	const ofPeople = sql`${users.discordId} = any(${sql.placeholder('discordIds')}::text[])`;
	return selectPersonalWhere(db, and(ofPeople, known)).prepare(NAMELESS_STATEMENT);
});

async function findPersonal(db: Database, { discordIds, lineageId }: MemoryQuery): Promise<readonly PersonalMemory[]> {
	if (discordIds.length === 0) return [];
	const rows = await selectOfPeople(db).execute({ discordIds: [...discordIds], lineageId });
	return rows.map(({ memory, discordId }) => personalMemoryOf(memory, discordId));
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createMemoryStore(db: Database): MemoryStore {
	return {
		...memoryChanges(db),
		addServerMemory: (draft, countMax) => storeQuery('addServerMemory', () => insertServerMemory(db, draft, countMax)),
		addPersonalMemory: (draft, countMax) =>
			storeQuery('addPersonalMemory', () => insertPersonalMemory(db, draft, countMax)),
		listServerMemories: (serverId, lineageId) =>
			storeQuery('listServerMemories', () => selectServerMemories(db, serverId, lineageId)),
		listPersonalMemories: (userId: UserId) =>
			storeQuery('listPersonalMemories', async () => {
				const rows = await selectPersonalWhere(db, and(eq(personalMemories.userId, userId)));
				return rows.map(({ memory, discordId }) => personalMemoryOf(memory, discordId));
			}),
		findMemories: (query) =>
			storeQuery('findMemories', async () => {
				const [server, personal] = await Promise.all([
					selectServerMemories(db, query.serverId, query.lineageId),
					findPersonal(db, query),
				]);
				return { server, personal };
			}),
	};
}
