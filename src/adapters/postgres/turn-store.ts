/** Claims, states and messages of turns in the database. */
import { and, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import type { PersonaId, ServerId, Snowflake, TurnId, UserId } from '#domain/ids';
import { isOpenState, statesBefore, type TurnState } from '#domain/turn-state';
import type { ClaimedTurn, LineClaim, TurnClaim, TurnStore } from '#ports/turn-store';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { recordPart } from './record-part.ts';
import { outgoingParts } from './schema/leases.ts';
import { turnLines, turnMessages, turns, turnVariants } from './schema/turns.ts';
import { storableText } from './storable.ts';
import { isOurs, NAMELESS_PROCESS, stateColumns } from './turn-owner.ts';

/** Leaves a transaction without keeping what it wrote. */
class ClaimedBefore extends Error {}

async function claimAll(transaction: Database, claim: TurnClaim, owner: string): Promise<TurnId> {
	const { lineIds: _lineIds, ...turn } = claim;
	const inserted = await transaction
		.insert(turns)
		.values({ ...turn, ...stateColumns('claimed', owner) })
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
 * The update takes the row's lock, so of several that want the same turn one finds it dropped, or open and nobody's. Its lines are claimed
 * anew, since the edit may have come with others.
 */
async function reclaimAll(transaction: Database, claim: TurnClaim, owner: string): Promise<ClaimedTurn> {
	const delivered = transaction.select().from(turnMessages).where(eq(turnMessages.turnId, turns.id));
	const rows = await transaction
		.update(turns)
		.set({ ...stateColumns('claimed', owner), run: sql`${turns.run} + 1` })
		.where(
			and(
				eq(turns.triggerMessageId, claim.triggerMessageId),
				eq(turns.personaId, claim.personaId),
				or(eq(turns.state, 'dropped'), and(inArray(turns.state, ['claimed', 'generating']), isNull(turns.owner))),
				notExists(delivered),
			),
		)
		.returning({ turnId: turns.id, run: turns.run });
	const row = rows[0];
	if (!row) return { turnId: await claimAll(transaction, claim, owner), run: 0 };
	await transaction.delete(turnLines).where(eq(turnLines.turnId, row.turnId));
	await claimLines(transaction, claim, row.turnId);
	return { turnId: row.turnId as TurnId, run: row.run };
}

const selectClaims = preparedOnce((db) => {
	const isGiven = sql`${turnLines.messageId} = any(${sql.placeholder('lineIds')}::text[])`;
	return db
		.select({ lineId: turnLines.messageId, triggerId: turns.triggerMessageId, personaId: turns.personaId })
		.from(turnLines)
		.innerJoin(turns, eq(turns.id, turnLines.turnId))
		.where(and(isGiven, eq(turns.serverId, sql.placeholder('serverId'))))
		.prepare(NAMELESS_STATEMENT);
});

async function findClaims(
	db: Database,
	serverId: ServerId,
	lineIds: readonly Snowflake[],
): Promise<ReadonlyMap<Snowflake, readonly LineClaim[]>> {
	if (lineIds.length === 0) return new Map();
	const rows = await selectClaims(db).execute({ serverId, lineIds: [...lineIds] });
	const claims = new Map<Snowflake, LineClaim[]>();
	for (const { lineId, triggerId, personaId } of rows) {
		const claim = { triggerId, personaId: personaId as PersonaId };
		claims.set(lineId, [...(claims.get(lineId) ?? []), claim]);
	}
	return claims;
}

const selectSpeakers = preparedOnce((db) =>
	db
		.select({ messageId: turnMessages.messageId, personaId: turnMessages.personaId })
		.from(turnMessages)
		.where(sql`${turnMessages.messageId} = any(${sql.placeholder('messageIds')}::text[])`)
		.prepare(NAMELESS_STATEMENT),
);

async function findSpeakers(
	db: Database,
	messageIds: readonly Snowflake[],
): Promise<ReadonlyMap<Snowflake, PersonaId>> {
	if (messageIds.length === 0) return new Map();
	const rows = await selectSpeakers(db).execute({ messageIds: [...messageIds] });
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

/** Once a turn is closed, nothing of it is about to be posted. */
async function setTurnState(
	db: Database,
	{ turnId, state, owner }: { readonly turnId: TurnId; readonly state: TurnState; readonly owner: string },
): Promise<boolean> {
	const move = (within: Database) =>
		within
			.update(turns)
			.set(stateColumns(state, owner))
			.where(and(eq(turns.id, turnId), inArray(turns.state, [...statesBefore(state)]), isOurs(owner)))
			.returning({ id: turns.id });
	if (isOpenState(state)) return (await move(db)).length > 0;
	// Not in one statement: what another one that had the row's lock was storing would not be seen by it.
	return await db.transaction(async (transaction) => {
		if ((await move(transaction)).length === 0) return false;
		await transaction.delete(outgoingParts).where(eq(outgoingParts.turnId, turnId));
		return true;
	});
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
			const onTheirWay = and(eq(outgoingParts.turnId, turnId), eq(outgoingParts.variant, variant));
			await transaction.delete(outgoingParts).where(onTheirWay);
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

/**
 * The store over one database for one process; its methods throw `StoreUnavailableError` when the database cannot be
 * used.
 */
export function createTurnStore(db: Database, owner: string = NAMELESS_PROCESS): TurnStore {
	return {
		claimTurn: (claim) =>
			storeQuery('claimTurn', () => claimWhole(db, (transaction) => claimAll(transaction, claim, owner))),
		reclaimTurn: (claim) =>
			storeQuery('reclaimTurn', () => claimWhole(db, (transaction) => reclaimAll(transaction, claim, owner))),
		findClaims: (serverId, lineIds) => storeQuery('findClaims', () => findClaims(db, serverId, lineIds)),
		findSpeakers: (messageIds) => storeQuery('findSpeakers', () => findSpeakers(db, messageIds)),
		findTriggers: (userId, messageIds) => storeQuery('findTriggers', () => findTriggers(db, userId, messageIds)),
		setTurnState: (turnId, state) => storeQuery('setTurnState', () => setTurnState(db, { turnId, state, owner })),
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
