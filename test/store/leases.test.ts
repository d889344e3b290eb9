/** What processes share through the database keeps what its ports promise. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLeaseStore } from '#adapters/postgres/lease-store';
import { createReunionClaims } from '#adapters/postgres/reunion-claims';
import { reunionClaims as claimRows, leases as leaseRows } from '#adapters/postgres/schema/leases';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import { describeLeases } from '../support/leases-suite.ts';
import { describeReunionClaims } from '../support/reunion-claims-suite.ts';
import { describeStores } from '../support/store-for-test.ts';

function earlier(byMs: number) {
	return sql`expires_at - ${byMs}::double precision * interval '1 millisecond'`;
}

describeStores('shared between processes', (store) => {
	describeLeases('database', async () => {
		const { db } = store();
		const pass = async (byMs: number) => {
			await db.update(leaseRows).set({ expiresAt: earlier(byMs) });
		};
		return { leases: createLeaseStore(db, 'one'), others: createLeaseStore(db, 'two'), owner: 'one', pass };
	});

	describeReunionClaims('database', async (claimTtlMs) => {
		const { db } = store();
		const workspaces = createWorkspaceStore(db);
		const pass = async (byMs: number) => {
			await db.update(claimRows).set({ expiresAt: earlier(byMs) });
		};
		return {
			claims: createReunionClaims(db, claimTtlMs),
			others: createReunionClaims(db, claimTtlMs),
			ellenId: await workspaces.ensureUser({ discordId: '200', displayName: 'Ellen' }),
			boId: await workspaces.ensureUser({ discordId: '201', displayName: 'Bo' }),
			pass,
		};
	});

	test('many processes renew and take the same names at once, and none waits for another for ever', async () => {
		const { db } = store();
		const names = Array.from({ length: 10 }, (_, index) => `name-${index}`);
		const held = await Promise.all(
			['one', 'two', 'three'].map(async (owner) => {
				const leases = createLeaseStore(db, owner);
				const won = await Promise.all(names.map((name) => leases.take(name, 60_000)));
				const own = won.filter((lease) => lease !== null);
				const [kept] = await Promise.all([
					leases.renew(own.toReversed(), 60_000),
					...names.map((name) => leases.take(name, 1)),
				]);
				expect(kept.size).toBe(own.length);
				return own.length;
			}),
		);
		expect(held.reduce((sum, count) => sum + count, 0)).toBe(names.length);
	});
});
