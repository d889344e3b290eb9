/** Claims, states and messages of turns in the database. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { TurnId } from '#domain/ids';
import type { TurnClaim, TurnStore } from '#ports/turn-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { turnLines, turnMessages, turns } from './schema/turns.ts';

/** Leaves a transaction without keeping what it wrote. */
class ClaimedBefore extends Error {}

async function claimAll(transaction: Database, claim: TurnClaim): Promise<TurnId> {
	const { lineIds, ...turn } = claim;
	const inserted = await transaction
		.insert(turns)
		.values({ ...turn, state: 'claimed' })
		.onConflictDoNothing()
		.returning({ id: turns.id });
	const turnId = inserted[0]?.id;
	if (turnId === undefined) throw new ClaimedBefore();
	// In one order for everybody, or two claims that share two lines could wait for each other.
	const messageIds = [...new Set([...lineIds, claim.triggerMessageId])].sort();
	const lines = await transaction
		.insert(turnLines)
		.values(messageIds.map((messageId) => ({ messageId, turnId, personaId: claim.personaId })))
		.onConflictDoNothing()
		.returning({ messageId: turnLines.messageId });
	if (lines.length < messageIds.length) throw new ClaimedBefore();
	return turnId as TurnId;
}

async function claimTurn(db: Database, claim: TurnClaim): Promise<TurnId | null> {
	try {
		return await db.transaction((transaction) => claimAll(transaction, claim));
	} catch (error) {
		if (error instanceof ClaimedBefore) return null;
		throw error;
	}
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createTurnStore(db: Database): TurnStore {
	return {
		claimTurn: (claim) => storeQuery('claimTurn', () => claimTurn(db, claim)),
		setTurnState: (turnId, state) =>
			storeQuery('setTurnState', async () => {
				await db.update(turns).set({ state, updatedAt: sql`now()` }).where(eq(turns.id, turnId));
			}),
		recordPart: (part) =>
			storeQuery('recordPart', async () => {
				await db.insert(turnMessages).values(part).onConflictDoNothing();
			}),
		removeParts: (messageIds) =>
			storeQuery('removeParts', async () => {
				if (messageIds.length === 0) return;
				await db.delete(turnMessages).where(inArray(turnMessages.messageId, [...messageIds]));
			}),
	};
}
