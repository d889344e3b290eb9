/** Lorebook entries in the database. */
import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm';
import type { LineageId, ServerId } from '#domain/ids';
import type { LorebookDraft, LorebookEntry, LorebookEntryId } from '#domain/lorebook';
import { assert } from '#lib/assert';
import { err, ok, type Result } from '#lib/result';
import type { LorebookStore } from '#ports/lorebook-store';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { lorebookEntries } from './schema/lorebooks.ts';
import { servers } from './schema/servers.ts';
import { storableText } from './storable.ts';

function entryOf(row: typeof lorebookEntries.$inferSelect): LorebookEntry {
	const { id, serverId, lineageId, createdAt, updatedAt, ...draft } = row;
	return {
		...draft,
		id: id as LorebookEntry['id'],
		serverId: serverId as ServerId,
		lineageId: lineageId as LineageId | null,
		createdAtMs: createdAt.getTime(),
		updatedAtMs: updatedAt.getTime(),
	};
}

function valuesOf(draft: LorebookDraft): LorebookDraft & { keys: string[]; secondaryKeys: string[] } {
	return {
		...draft,
		title: storableText(draft.title),
		content: storableText(draft.content),
		keys: draft.keys.map(storableText),
		secondaryKeys: draft.secondaryKeys.map(storableText),
	};
}

/** A server changes its own entries only. */
function isEntry(serverId: ServerId, id: LorebookEntryId) {
	return and(eq(lorebookEntries.serverId, serverId), eq(lorebookEntries.id, id));
}

/** The server's row is locked first, so that two at once cannot pass the same limit. */
async function insertEntries(
	db: Database,
	entries: Parameters<LorebookStore['addEntry']>[0] & { readonly drafts: readonly LorebookDraft[] },
	countMax: number,
): Promise<Result<readonly LorebookEntry[], 'too-many'>> {
	const { serverId, lineageId, drafts } = entries;
	if (drafts.length === 0) return ok([]);
	return await db.transaction(async (transaction) => {
		await transaction.select({ id: servers.id }).from(servers).where(eq(servers.id, serverId)).for('update');
		const ofServer = eq(lorebookEntries.serverId, serverId);
		const present = await transaction.select({ value: count() }).from(lorebookEntries).where(ofServer);
		if ((present[0]?.value ?? 0) + drafts.length > countMax) return err('too-many');
		const rows = await transaction
			.insert(lorebookEntries)
			.values(drafts.map((draft) => ({ serverId, lineageId, ...valuesOf(draft) })))
			.returning();
		return ok(rows.map(entryOf).sort((left, right) => left.id - right.id));
	});
}

const selectEntries = preparedOnce((db) => {
	const { serverId, lineageId, insertionOrder, id } = lorebookEntries;
	const known = or(isNull(lineageId), eq(lineageId, sql.placeholder('lineageId')));
	return db
		.select()
		.from(lorebookEntries)
		.where(and(eq(serverId, sql.placeholder('serverId')), known))
		.orderBy(asc(insertionOrder), asc(id))
		.prepare(NAMELESS_STATEMENT);
});

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createLorebookStore(db: Database): LorebookStore {
	return {
		addEntry: (owner, draft, countMax) =>
			storeQuery('addEntry', async () => {
				const stored = await insertEntries(db, { ...owner, drafts: [draft] }, countMax);
				if (!stored.ok) return stored;
				assert(stored.value[0], 'an insert of a lorebook entry returned no row');
				return ok(stored.value[0]);
			}),
		addEntries: (owner, drafts, countMax) =>
			storeQuery('addEntries', () => insertEntries(db, { ...owner, drafts }, countMax)),
		changeEntry: (serverId, id, draft) =>
			storeQuery('changeEntry', async () => {
				const rows = await db
					.update(lorebookEntries)
					.set({ ...valuesOf(draft), updatedAt: sql`now()` })
					.where(isEntry(serverId, id))
					.returning();
				return rows[0] ? entryOf(rows[0]) : null;
			}),
		removeEntry: (serverId, id) =>
			storeQuery('removeEntry', async () => {
				const removed = await db
					.delete(lorebookEntries)
					.where(isEntry(serverId, id))
					.returning({ id: lorebookEntries.id });
				return removed.length > 0;
			}),
		listEntries: (serverId, lineageId) =>
			storeQuery('listEntries', async () => {
				const rows = await selectEntries(db).execute({ serverId, lineageId });
				return rows.map(entryOf);
			}),
	};
}
