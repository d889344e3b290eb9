/** What was said in the last hours, in the database. */
import { and, desc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { ServerId, Snowflake } from '#domain/ids';
import { SHORT_TERM_LIMITS, type ShortTermLine, type ShortTermNoteId, type ShortTermRecord } from '#domain/memory';
import type {
	ChangedLine,
	NotedLines,
	NotedSummary,
	ShortTermPlace,
	ShortTermStore,
	StoredShortTerm,
} from '#ports/short-term-store';
import { changeShortTerm, storableLine } from './change-short-term.ts';
import type { Database } from './database.ts';
import { forgetLinesOf } from './forget-lines.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { serverStmConfigs, shortTermMemories } from './schema/memories.ts';
import { users } from './schema/users.ts';
import { storableText } from './storable.ts';

/** Records of other channels that one turn looks at; some of them may have become private meanwhile. */
const recordsElsewhereMax = 30;

/** People whose words are in no context (`PrivacyLevel`). */
const FULL_PRIVACY = 2;

const table = shortTermMemories;

function recordOf(row: typeof table.$inferSelect): ShortTermRecord {
	return {
		id: row.id as ShortTermNoteId,
		channelId: row.channelId,
		kind: row.kind,
		content: row.content,
		lines: row.lines ?? [],
		updatedAtMs: row.updatedAt.getTime(),
	};
}

function ofPlace({ serverId, lineageId, channelId }: ShortTermPlace): SQL | undefined {
	return and(eq(table.serverId, serverId), eq(table.channelId, channelId), eq(table.lineageId, lineageId));
}

const newestFirst = [desc(table.updatedAt), desc(table.id)] as const;

const isOfGivenLineage = and(
	eq(table.serverId, sql.placeholder('serverId')),
	eq(table.lineageId, sql.placeholder('lineageId')),
	gt(table.expiresAt, sql.param(sql.placeholder('now'), table.expiresAt)),
);

const selectHere = preparedOnce((db) =>
	db
		.select()
		.from(table)
		.where(and(isOfGivenLineage, eq(table.channelId, sql.placeholder('channelId'))))
		.orderBy(...newestFirst)
		.prepare(NAMELESS_STATEMENT),
);

const selectElsewhere = preparedOnce((db) =>
	db
		.select()
		.from(table)
		.where(and(isOfGivenLineage, eq(table.isPrivate, false), ne(table.channelId, sql.placeholder('channelId'))))
		.orderBy(...newestFirst)
		.limit(recordsElsewhereMax)
		.prepare(NAMELESS_STATEMENT),
);

const selectConfigs = preparedOnce((db) =>
	db
		.select()
		.from(serverStmConfigs)
		.where(eq(serverStmConfigs.serverId, sql.placeholder('serverId')))
		.prepare(NAMELESS_STATEMENT),
);

const selectPrivatePeople = preparedOnce((db) => {
	const isGiven = sql`${users.discordId} = any(${sql.placeholder('discordIds')}::text[])`;
	return db
		.select({ discordId: users.discordId })
		.from(users)
		.where(and(isGiven, eq(users.privacyLevel, FULL_PRIVACY)))
		.prepare(NAMELESS_STATEMENT);
});

async function findShortTerm(db: Database, place: ShortTermPlace, nowMs: number): Promise<StoredShortTerm> {
	const { serverId, lineageId, channelId } = place;
	const given = { serverId, lineageId, channelId, now: new Date(nowMs) };
	const [here, others, configs] = await Promise.all([
		selectHere(db).execute(given),
		selectElsewhere(db).execute(given),
		selectConfigs(db).execute({ serverId }),
	]);
	const records = await withoutPrivatePeople(db, [...here, ...others].map(recordOf));
	return { records, depth: configs[0]?.depth ?? null };
}

async function withoutPrivatePeople(
	db: Database,
	records: readonly ShortTermRecord[],
): Promise<readonly ShortTermRecord[]> {
	const authors = new Set(records.flatMap(({ lines }) => lines.flatMap(({ authorId }) => authorId ?? [])));
	if (authors.size === 0) return records;
	const rows = await selectPrivatePeople(db).execute({ discordIds: [...authors] });
	const hidden = new Set<Snowflake | null>(rows.map(({ discordId }) => discordId));
	if (hidden.size === 0) return records;
	return records.map((record) => ({
		...record,
		lines: record.lines.filter(({ authorId }) => !hidden.has(authorId)),
	}));
}

const deleteRunOut = preparedOnce((db) => {
	const hasRunOut = lte(table.expiresAt, sql.param(sql.placeholder('now'), table.expiresAt));
	return db
		.delete(table)
		.where(and(eq(table.serverId, sql.placeholder('serverId')), hasRunOut))
		.prepare(NAMELESS_STATEMENT);
});

async function saveLines(db: Database, place: ShortTermPlace, noted: NotedLines): Promise<void> {
	const { lines, isPrivate, nowMs } = noted;
	const set = {
		lines: lines.map(storableLine),
		isPrivate,
		updatedAt: new Date(nowMs),
		expiresAt: new Date(nowMs + SHORT_TERM_LIMITS.linesTtlMs),
	};
	const { serverId, lineageId, channelId } = place;
	// What has run out is read by nobody, so it may go before, and without, what is written now.
	await deleteRunOut(db).execute({ serverId, now: new Date(nowMs) });
	if (lines.length === 0) {
		await db.delete(table).where(and(ofPlace(place), eq(table.kind, 'lines')));
		return;
	}
	await db
		.insert(table)
		.values({ serverId, lineageId, channelId, kind: 'lines', content: '', ...set })
		.onConflictDoUpdate({
			target: [table.serverId, table.channelId, table.lineageId],
			targetWhere: sql`${table.kind} = 'lines'`,
			set,
		});
}

async function saveSummary(db: Database, place: ShortTermPlace, noted: NotedSummary): Promise<void> {
	const { content, isPrivate, nowMs } = noted;
	const { serverId, lineageId, channelId } = place;
	await db.transaction(async (transaction) => {
		await transaction.delete(table).where(and(ofPlace(place), eq(table.kind, 'summary')));
		await transaction.insert(table).values({
			serverId,
			lineageId,
			channelId,
			kind: 'summary',
			content: storableText(content),
			isPrivate,
			updatedAt: new Date(nowMs),
			expiresAt: new Date(nowMs + SHORT_TERM_LIMITS.summaryTtlMs),
		});
	});
}

/** A line that was said in several of the messages, each in a line of its own, becomes one. */
function changedLines(lines: readonly ShortTermLine[], { messageIds, now }: ChangedLine): readonly ShortTermLine[] {
	const ids = new Set(messageIds);
	const first = lines.findIndex((line) => line.messageIds.some((id) => ids.has(id)));
	return lines.flatMap((line, index) => {
		if (!line.messageIds.some((id) => ids.has(id))) return [line];
		return now !== null && index === first ? [{ ...line, ...now }] : [];
	});
}

async function setDepth(db: Database, serverId: ServerId, depth: number | null): Promise<void> {
	const target = [serverStmConfigs.serverId];
	await db.insert(serverStmConfigs).values({ serverId, depth }).onConflictDoUpdate({ target, set: { depth } });
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createShortTermStore(db: Database): ShortTermStore {
	return {
		findShortTerm: (place, nowMs) => storeQuery('findShortTerm', () => findShortTerm(db, place, nowMs)),
		saveLines: (place, noted) => storeQuery('saveLines', () => saveLines(db, place, noted)),
		saveSummary: (place, noted) => storeQuery('saveSummary', () => saveSummary(db, place, noted)),
		changeLine: (channelId, changed) =>
			storeQuery('changeLine', async () => {
				if (changed.messageIds.length === 0) return;
				const here = and(eq(table.channelId, channelId), eq(table.kind, 'lines'));
				await changeShortTerm(db, here, (lines) => changedLines(lines, changed));
			}),
		clearShortTerm: ({ serverId, channelId, lineageId }) =>
			storeQuery('clearShortTerm', async () => {
				const ofLineage = lineageId === undefined ? undefined : eq(table.lineageId, lineageId);
				const ofChannel = channelId === undefined ? undefined : eq(table.channelId, channelId);
				const here = and(eq(table.serverId, serverId), ofChannel, ofLineage);
				return (await db.delete(table).where(here).returning({ id: table.id })).length;
			}),
		forgetPerson: (discordId) => storeQuery('forgetPerson', () => forgetLinesOf(db, discordId)),
		setDepth: (serverId, depth) => storeQuery('setDepth', () => setDepth(db, serverId, depth)),
	};
}
