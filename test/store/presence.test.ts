/** The presence clock in the database: what it reads, that it reads right after writing, and by which index. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { statCounters } from '#adapters/postgres/schema/stats';
import { createStatStore, reunionQueries } from '#adapters/postgres/stat-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { LineageId, UserId } from '#domain/ids';
import type { StatMetric } from '#ports/stat-store';
import { describeStores, type TestDatabase } from '../support/store-for-test.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

/** Rows of other people around the one who is asked about. */
const crowd = Bun.env['TOMORI_NIGHTLY'] === '1' ? 1_000_000 : 100_000;

const at = (text: string): number => Date.parse(text);

async function clockOf(store: TestDatabase) {
	const { workspace, persona, userId } = await seedRows(store.db);
	const stats = createStatStore(store.db);
	const pair = { userId, lineageId: persona.lineageId };
	const tick = (metric: StatMetric, when: string, change: { userId?: UserId; lineageId?: LineageId } = {}) =>
		stats.addStat({ serverId: workspace.id, ...pair, metric, count: 1, atMs: at(when), ...change });
	const read = (when: string) => stats.getUserPersonaReunionInfo({ ...pair, nowMs: at(when) });
	return { workspace, persona, userId, stats, pair, tick, read };
}

describeStores('presence clock', (store) => {
	test('two who have never met have neither a last time nor a today', async () => {
		const { read } = await clockOf(store());
		expect(await read('2026-07-20T10:00:00Z')).toEqual({ lastActivityAtMs: null, seenToday: false });
	});

	test('what was written is read at once; today counts as today and never as the last time', async () => {
		const { tick, read } = await clockOf(store());
		await tick('presence_seen', '2026-07-20T09:59:59Z');
		expect(await read('2026-07-20T10:00:00Z')).toEqual({ lastActivityAtMs: null, seenToday: true });
	});

	test('the day is that of UTC', async () => {
		const { tick, read } = await clockOf(store());
		await tick('presence_seen', '2026-07-19T23:59:59.999Z');
		const lastActivityAtMs = at('2026-07-19T23:59:59.999Z');
		expect(await read('2026-07-19T23:59:59.999Z')).toEqual({ lastActivityAtMs: null, seenToday: true });
		expect(await read('2026-07-20T00:00:00Z')).toEqual({ lastActivityAtMs, seenToday: false });
	});

	test('relationships from before presence was counted keep their history', async () => {
		const { tick, read } = await clockOf(store());
		await tick('message_sent', '2026-07-01T12:00:00Z');
		await tick('reply_sent', '2026-07-19T12:00:00Z');
		const lastActivityAtMs = at('2026-07-01T12:00:00Z');
		expect(await read('2026-07-20T10:00:00Z')).toEqual({ lastActivityAtMs, seenToday: false });
		await tick('message_sent', '2026-07-20T09:00:00Z');
		expect(await read('2026-07-20T10:00:00Z')).toEqual({ lastActivityAtMs, seenToday: false });
	});

	test('other people and other personas have clocks of their own, other servers do not', async () => {
		const { tick, read, stats, pair, userId } = await clockOf(store());
		const workspaces = createWorkspaceStore(store().db);
		const bo = await workspaces.ensureUser({ discordId: '201', displayName: 'Bo' });
		const elsewhere = await workspaces.ensureWorkspace(guildKey('101'), personaDraft('Kuro'));
		const kuro = await createPersonaStore(store().db).mainPersona(elsewhere.id);
		await tick('presence_seen', '2026-07-10T12:00:00Z', { userId: bo });
		await tick('presence_seen', '2026-07-11T12:00:00Z', { lineageId: kuro.lineageId });
		expect(await read('2026-07-20T10:00:00Z')).toEqual({ lastActivityAtMs: null, seenToday: false });
		const there = { serverId: elsewhere.id, ...pair, metric: 'presence_seen', count: 1 } as const;
		await stats.addStat({ ...there, atMs: at('2026-07-12T12:00:00Z') });
		const lastActivityAtMs = at('2026-07-12T12:00:00Z');
		expect(await read('2026-07-20T10:00:00Z')).toEqual({ lastActivityAtMs, seenToday: false });
		expect(userId).not.toBe(bo);
	});

	test('several counters of one statement add up, one counter named twice too', async () => {
		const { workspace, stats, pair } = await clockOf(store());
		const tick = { serverId: workspace.id, ...pair, metric: 'message_sent', count: 2, atMs: 5_000 } as const;
		await stats.addStats([]);
		await stats.addStats([tick, { ...tick, count: 3, atMs: 4_000 }, { ...tick, metric: 'reply_sent', count: 1 }]);
		await stats.addStats([tick]);
		const rows = await store().db.select().from(statCounters);
		const seen = rows.map((row) => `${row.metric} ${row.count} ${row.lastAt.getTime()}`).sort();
		expect(seen).toEqual(['message_sent 7 5000', 'reply_sent 1 5000']);
	});

	test(`among ${crowd.toLocaleString('en')} rows the clock is found by an index`, async () => {
		const { workspace, pair, tick } = await clockOf(store());
		const { db } = store();
		await db.execute(sql`
			insert into users (discord_id, display_name)
			select 'crowd-' || n, 'Somebody' from generate_series(1, 1000) as n`);
		await db.execute(sql`
			insert into stat_counters (server_id, user_id, lineage_id, metric, metric_key, bucket, count, last_at)
			select ${workspace.id}, u.id, 1 + n % 10, case when n % 2 = 0 then 'presence_seen' else 'message_sent' end, '',
				date '2020-01-01' + (n / 10)::integer, 1, timestamptz '2020-01-01' + (n / 10) * interval '1 day'
			from (select id from users where discord_id like 'crowd-%') as u, generate_series(0, ${crowd / 1_000 - 1}::integer) as n`);
		await tick('presence_seen', '2026-07-01T12:00:00Z');
		await db.execute(sql`analyze stat_counters`);
		const queries = reunionQueries(db, { ...pair, nowMs: at('2026-07-20T10:00:00Z') });
		for (const query of [queries.earlier, queries.seen]) {
			const plan = await db.execute(sql`explain ${query.getSQL()}`);
			const text = JSON.stringify((plan as { rows: unknown }).rows);
			// Newer servers may take the primary key instead, skipping its first column.
			expect(text).toMatch(/stat_counters_(user_id_lineage_id_bucket_index|pk)/);
			expect(text).toMatch(/Index Cond: \(\(user_id = /);
			expect(text).not.toContain('Seq Scan');
		}
	}, 120_000);
});
