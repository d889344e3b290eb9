/** Forgets what servers no longer want kept, in the database. */
import { and, asc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import { OPEN_TURN_STATES } from '#domain/turn-state';
import type { RetentionStore, RetentionSweep } from '#ports/retention-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { serverSettings } from './schema/settings.ts';
import { turns } from './schema/turns.ts';

async function removeOldTurns(db: Database, { nowMs, turnsMax }: RetentionSweep): Promise<number> {
	const now = new Date(nowMs).toISOString();
	const isOld = sql`${turns.updatedAt} < ${now}::timestamptz - make_interval(days => ${serverSettings.retentionDays})`;
	const old = db
		.select({ id: turns.id })
		.from(turns)
		.innerJoin(serverSettings, eq(serverSettings.serverId, turns.serverId))
		.where(and(isNotNull(serverSettings.retentionDays), notInArray(turns.state, [...OPEN_TURN_STATES]), isOld))
		.orderBy(asc(turns.id))
		.limit(turnsMax);
	return (await db.delete(turns).where(inArray(turns.id, old)).returning({ id: turns.id })).length;
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createRetentionStore(db: Database): RetentionStore {
	return { removeOldTurns: (sweep) => storeQuery('removeOldTurns', () => removeOldTurns(db, sweep)) };
}
