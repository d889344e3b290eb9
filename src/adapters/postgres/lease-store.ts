/** Leases in the database, by its own clock: those of the processes may differ. */
import { and, eq, gt, lte, type Placeholder, sql } from 'drizzle-orm';
import type { Lease, Leases } from '#ports/leases';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { leases as leaseRows } from './schema/leases.ts';

const now = sql`clock_timestamp()`;

function after(ttlMs: number | Placeholder) {
	return sql`clock_timestamp() + ${ttlMs}::double precision * interval '1 millisecond'`;
}

/** The row's lock decides between processes that come at once: the second one finds the first one's lease. */
const insertLease = preparedOnce((db) => {
	const holding = {
		owner: sql.placeholder('owner'),
		token: sql.placeholder('token'),
		expiresAt: after(sql.placeholder('ttlMs')),
	};
	return db
		.insert(leaseRows)
		.values({ name: sql.placeholder('name'), ...holding })
		.onConflictDoUpdate({
			target: leaseRows.name,
			set: { owner: sql`excluded.owner`, token: sql`excluded.token`, expiresAt: holding.expiresAt },
			setWhere: lte(leaseRows.expiresAt, now),
		})
		.returning({ name: leaseRows.name, token: leaseRows.token })
		.prepare(NAMELESS_STATEMENT);
});

async function take(db: Database, { name, owner }: { name: string; owner: string }, ttlMs: number) {
	const rows = await insertLease(db).execute({ name, owner, token: crypto.randomUUID(), ttlMs });
	return rows[0] ?? null;
}

const ofName = eq(leaseRows.name, sql.placeholder('name'));

const deleteLease = preparedOnce((db) =>
	db
		.delete(leaseRows)
		.where(and(ofName, eq(leaseRows.token, sql.placeholder('token'))))
		.prepare(NAMELESS_STATEMENT),
);

const selectHolder = preparedOnce((db) =>
	db
		.select({ owner: leaseRows.owner })
		.from(leaseRows)
		.where(and(ofName, gt(leaseRows.expiresAt, now)))
		.prepare(NAMELESS_STATEMENT),
);

const selectRemaining = preparedOnce((db) => {
	const remainingMs = sql<number>`(extract(epoch from ${leaseRows.expiresAt} - ${now}) * 1000)::float8`;
	return db
		.select({ remainingMs })
		.from(leaseRows)
		.where(and(ofName, gt(leaseRows.expiresAt, now)))
		.prepare(NAMELESS_STATEMENT);
});

/** All of a process in one statement; in one order for everybody, or two of them could wait for each other. */
async function renew(db: Database, leases: readonly Lease[], ttlMs: number): Promise<ReadonlySet<Lease>> {
	if (leases.length === 0) return new Set();
	const names = sql.param(leases.map(({ name }) => name));
	const tokens = sql.param(leases.map(({ token }) => token));
	const ours = sql`
		select held.name
		from ${leaseRows} held
		join unnest(${names}::text[], ${tokens}::text[]) as ours (name, token)
			on ours.name = held.name and ours.token = held.token
		order by held.name
		for update of held`;
	const rows = await db
		.update(leaseRows)
		.set({ expiresAt: after(ttlMs) })
		.where(sql`${leaseRows.name} in (${ours})`)
		.returning({ token: leaseRows.token });
	const kept = new Set(rows.map(({ token }) => token));
	return new Set(leases.filter(({ token }) => kept.has(token)));
}

/** The leases of one process; the methods throw `StoreUnavailableError` when the database cannot be used. */
export function createLeaseStore(db: Database, owner: string): Leases {
	return {
		take: (name, ttlMs) => storeQuery('takeLease', () => take(db, { name, owner }, ttlMs)),
		renew: (leases, ttlMs) => storeQuery('renewLeases', () => renew(db, leases, ttlMs)),
		release: ({ name, token }) =>
			storeQuery('releaseLease', async () => {
				await deleteLease(db).execute({ name, token });
			}),
		holder: (name) =>
			storeQuery('leaseHolder', async () => {
				const rows = await selectHolder(db).execute({ name });
				return rows[0]?.owner ?? null;
			}),
		remainingMs: (name) =>
			storeQuery('leaseRemaining', async () => {
				const rows = await selectRemaining(db).execute({ name });
				return rows[0]?.remainingMs ?? null;
			}),
		sweep: () =>
			storeQuery('sweepLeases', async () => {
				await db.delete(leaseRows).where(lte(leaseRows.expiresAt, now));
			}),
	};
}
