/** What processes share through the database keeps what its ports promise. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLeaseStore } from '#adapters/postgres/lease-store';
import { createReunionClaims } from '#adapters/postgres/reunion-claims';
import { reunionClaims as claimRows, leases as leaseRows } from '#adapters/postgres/schema/leases';
import { createStatStore } from '#adapters/postgres/stat-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import { resolveReunionNote } from '#app/chat/reunion-presence';
import { describeLeases } from '../support/leases-suite.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { describeReunionClaims } from '../support/reunion-claims-suite.ts';
import { describeStores } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { seedRows } from '../support/store-rows.ts';

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

	test('whoever returns is greeted by one of two processes', async () => {
		const { db } = store();
		const { workspace, persona, userId } = await seedRows(db);
		const stats = createStatStore(db);
		const nowMs = Date.now();
		const pair = { serverId: workspace.id, userId, lineageId: persona.lineageId };
		await stats.addStat({ ...pair, metric: 'presence_seen', count: 1, atMs: nowMs - 30 * 86_400_000 });
		const clock = new ManualClock(nowMs);
		const names = { personalZone: 'UTC', personName: 'Ellen', personaName: 'Tomori' };
		const query = { ...pair, ...names, timeAwarenessEnabled: true, isUserImpersonation: false };
		const resolved = await Promise.all(
			[1, 2].map(() => {
				const claims = createReunionClaims(db, 240_000);
				return resolveReunionNote(query, { claims, stats, reunionDays: 7, clock, log: recordingLog() });
			}),
		);
		expect(resolved.map(({ scope }) => scope?.kind).sort()).toEqual(['claimed', 'deferred']);
		expect(resolved.filter(({ note }) => note !== null)).toHaveLength(1);
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
