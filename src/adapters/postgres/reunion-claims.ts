/** Reunion claims that processes share, by the database's clock. */
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { ReunionClaim, ReunionClaims, ReunionPair } from '#ports/reunion-claims';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { reunionClaims as claimRows } from './schema/leases.ts';

const now = sql`clock_timestamp()`;

function held({ lineageId, userId, token }: ReunionClaim) {
	return and(eq(claimRows.lineageId, lineageId), eq(claimRows.userId, userId), eq(claimRows.token, token));
}

/** The row's lock decides between turns that come at once: the second one finds the first one's claim. */
async function claim(db: Database, pair: ReunionPair, claimTtlMs: number): Promise<ReunionClaim | null> {
	const { lineageId, userId } = pair;
	const token = crypto.randomUUID();
	const expiresAt = sql`clock_timestamp() + ${claimTtlMs}::double precision * interval '1 millisecond'`;
	const rows = await db
		.insert(claimRows)
		.values({ lineageId, userId, token, expiresAt })
		.onConflictDoUpdate({
			target: [claimRows.lineageId, claimRows.userId],
			set: { token, expiresAt },
			setWhere: lte(claimRows.expiresAt, now),
		})
		.returning({ token: claimRows.token });
	return rows.length === 0 ? null : { ...pair, token };
}

/**
 * `claimTtlMs` is `TIME_AWARENESS_REUNION_CLAIM_TTL_MS`; the methods throw `StoreUnavailableError` when the database
 * cannot be used.
 */
export function createReunionClaims(db: Database, claimTtlMs: number): ReunionClaims {
	return {
		claim: (pair) => storeQuery('claimReunion', () => claim(db, pair, claimTtlMs)),
		holds: (claimed) =>
			storeQuery('holdsReunion', async () => {
				const rows = await db
					.select({ token: claimRows.token })
					.from(claimRows)
					.where(and(held(claimed), gt(claimRows.expiresAt, now)));
				return rows.length > 0;
			}),
		release: (claimed) =>
			storeQuery('releaseReunion', async () => {
				await db.delete(claimRows).where(held(claimed));
			}),
	};
}
