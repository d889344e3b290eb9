/** Claims, states and messages of turns in the database. */
import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { PersonaId, ServerId, Snowflake, TurnId, UserId } from '#domain/ids';
import type { PartContent, TurnPart } from '#domain/turn';
import type { ClaimedTurn, LineClaim, TurnClaim, TurnStore } from '#ports/turn-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { turnLines, turnMessages, turns, turnVariants } from './schema/turns.ts';
import { storableText } from './storable.ts';

/** Leaves a transaction without keeping what it wrote. */
class ClaimedBefore extends Error {}

async function claimAll(transaction: Database, claim: TurnClaim): Promise<TurnId> {
	const { lineIds: _lineIds, ...turn } = claim;
	const inserted = await transaction
		.insert(turns)
		.values({ ...turn, state: 'claimed' })
		.onConflictDoNothing()
		.returning({ id: turns.id });
	const turnId = inserted[0]?.id;
	if (turnId === undefined) throw new ClaimedBefore();
	await claimLines(transaction, claim, turnId);
	return turnId as TurnId;
}

async function claimLines(transaction: Database, claim: TurnClaim, turnId: number): Promise<void> {
	// In one order for everybody, or two claims that share two lines could wait for each other.
	const messageIds = [...new Set([...claim.lineIds, claim.triggerMessageId])].sort();
	const lines = await transaction
		.insert(turnLines)
		.values(messageIds.map((messageId) => ({ messageId, turnId, personaId: claim.personaId })))
		.onConflictDoNothing()
		.returning({ messageId: turnLines.messageId });
	if (lines.length < messageIds.length) throw new ClaimedBefore();
}

/**
 * The update takes the row's lock, so of several that want the same turn one finds it dropped. Its lines are claimed
 * anew, since the edit may have come with others.
 */
async function reclaimAll(transaction: Database, claim: TurnClaim): Promise<ClaimedTurn> {
	const delivered = transaction.select().from(turnMessages).where(eq(turnMessages.turnId, turns.id));
	const rows = await transaction
		.update(turns)
		.set({ state: 'claimed', run: sql`${turns.run} + 1`, updatedAt: sql`now()` })
		.where(
			and(
				eq(turns.triggerMessageId, claim.triggerMessageId),
				eq(turns.personaId, claim.personaId),
				eq(turns.state, 'dropped'),
				notExists(delivered),
			),
		)
		.returning({ turnId: turns.id, run: turns.run });
	const row = rows[0];
	if (!row) return { turnId: await claimAll(transaction, claim), run: 0 };
	await transaction.delete(turnLines).where(eq(turnLines.turnId, row.turnId));
	await claimLines(transaction, claim, row.turnId);
	return { turnId: row.turnId as TurnId, run: row.run };
}

async function findClaims(
	db: Database,
	serverId: ServerId,
	lineIds: readonly Snowflake[],
): Promise<ReadonlyMap<Snowflake, readonly LineClaim[]>> {
	if (lineIds.length === 0) return new Map();
	const rows = await db
		.select({ lineId: turnLines.messageId, triggerId: turns.triggerMessageId, personaId: turns.personaId })
		.from(turnLines)
		.innerJoin(turns, eq(turns.id, turnLines.turnId))
		.where(and(inArray(turnLines.messageId, [...lineIds]), eq(turns.serverId, serverId)));
	const claims = new Map<Snowflake, LineClaim[]>();
	for (const { lineId, triggerId, personaId } of rows) {
		const claim = { triggerId, personaId: personaId as PersonaId };
		claims.set(lineId, [...(claims.get(lineId) ?? []), claim]);
	}
	return claims;
}

async function findSpeakers(
	db: Database,
	messageIds: readonly Snowflake[],
): Promise<ReadonlyMap<Snowflake, PersonaId>> {
	if (messageIds.length === 0) return new Map();
	const rows = await db
		.select({ messageId: turnMessages.messageId, personaId: turnMessages.personaId })
		.from(turnMessages)
		.where(inArray(turnMessages.messageId, [...messageIds]));
	return new Map(rows.map((row) => [row.messageId, row.personaId as PersonaId]));
}

async function findTriggers(
	db: Database,
	userId: UserId,
	messageIds: readonly Snowflake[],
): Promise<ReadonlySet<Snowflake>> {
	if (messageIds.length === 0) return new Set();
	const rows = await db
		.select({ messageId: turns.triggerMessageId })
		.from(turns)
		.where(and(eq(turns.userId, userId), inArray(turns.triggerMessageId, [...messageIds])));
	return new Set(rows.map((row) => row.messageId));
}

async function recordPart(db: Database, { content, ...part }: TurnPart): Promise<void> {
	await db.transaction(async (transaction) => {
		await transaction.insert(turnMessages).values(part).onConflictDoNothing();
		if (!content) return;
		const { turnId, variant } = part;
		const row = { turnId, variant, part: part.part, ...contentColumns(content) };
		const target = [turnVariants.turnId, turnVariants.variant, turnVariants.part];
		await transaction.insert(turnVariants).values(row).onConflictDoUpdate({ target, set: row });
	});
}

/** A part's content as it is stored. */
export function contentColumns({ text, identity }: PartContent) {
	return {
		text: storableText(text),
		identityName: identity === null ? null : storableText(identity.name),
		avatarUrl: identity?.avatarUrl ?? null,
	};
}

async function removeParts(db: Database, messageIds: readonly Snowflake[]): Promise<void> {
	await db.transaction(async (transaction) => {
		const gone = await transaction
			.delete(turnMessages)
			.where(inArray(turnMessages.messageId, [...messageIds]))
			.returning();
		for (const { turnId, variant, part } of gone) {
			const here = and(eq(turnVariants.turnId, turnId), eq(turnVariants.variant, variant), eq(turnVariants.part, part));
			await transaction.delete(turnVariants).where(here);
		}
	});
}

async function claimWhole<Claimed>(db: Database, claim: (transaction: Database) => Promise<Claimed>) {
	try {
		return await db.transaction(claim);
	} catch (error) {
		if (error instanceof ClaimedBefore) return null;
		throw error;
	}
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createTurnStore(db: Database): TurnStore {
	return {
		claimTurn: (claim) => storeQuery('claimTurn', () => claimWhole(db, (transaction) => claimAll(transaction, claim))),
		reclaimTurn: (claim) =>
			storeQuery('reclaimTurn', () => claimWhole(db, (transaction) => reclaimAll(transaction, claim))),
		findClaims: (serverId, lineIds) => storeQuery('findClaims', () => findClaims(db, serverId, lineIds)),
		findSpeakers: (messageIds) => storeQuery('findSpeakers', () => findSpeakers(db, messageIds)),
		findTriggers: (userId, messageIds) => storeQuery('findTriggers', () => findTriggers(db, userId, messageIds)),
		setTurnState: (turnId, state) =>
			storeQuery('setTurnState', async () => {
				await db.update(turns).set({ state, updatedAt: sql`now()` }).where(eq(turns.id, turnId));
			}),
		setReunionNote: (turnId, note) =>
			storeQuery('setReunionNote', async () => {
				await db
					.update(turns)
					.set({ reunionNote: storableText(note) })
					.where(eq(turns.id, turnId));
			}),
		recordPart: (part) =>
			storeQuery('recordPart', async () => {
				await recordPart(db, part);
			}),
		removeParts: (messageIds) =>
			storeQuery('removeParts', async () => {
				if (messageIds.length > 0) await removeParts(db, messageIds);
			}),
	};
}
