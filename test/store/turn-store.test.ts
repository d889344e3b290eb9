/** Claims, states and messages of turns. */
import { count, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { turnLines, turnMessages, turns } from '#adapters/postgres/schema/turns';
import { createTurnStore } from '#adapters/postgres/turn-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { TurnClaim } from '#ports/turn-store';
import { describeStores, openTestDatabase, storeBackends, type TestDatabase } from '../support/store-for-test.ts';
import { personaDraft, seedRows } from '../support/store-rows.ts';

async function turnsOf(store: TestDatabase) {
	const { workspace, persona, userId } = await seedRows(store.db);
	const claimOf = (lineIds: readonly string[]): TurnClaim => ({
		serverId: workspace.id,
		channelId: '300',
		personaId: persona.id,
		userId,
		triggerMessageId: lineIds.at(-1) ?? '',
		lineIds,
	});
	return { workspace, claimOf, turnStore: createTurnStore(store.db) };
}

describeStores('turn store', (store) => {
	test('a claim records the turn with all its lines', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const turnId = await turnStore.claimTurn(claimOf(['1', '2', '3']));
		expect(turnId).not.toBeNull();
		const [turn] = await store().db.select().from(turns);
		expect(turn).toMatchObject({ id: turnId, triggerMessageId: '3', state: 'claimed', owner: 'this process' });
		expect(turn?.leaseExpiresAt?.getTime()).toBeGreaterThan(turn?.createdAt.getTime() ?? 0);
		expect(await store().db.select({ value: count() }).from(turnLines)).toEqual([{ value: 3 }]);
	});

	test('a trigger that was claimed is not claimed again', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		expect(await turnStore.claimTurn(claimOf(['1']))).not.toBeNull();
		expect(await turnStore.claimTurn(claimOf(['1']))).toBeNull();
	});

	test('a turn with a line that was claimed before is refused and leaves nothing behind', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		await turnStore.claimTurn(claimOf(['1', '2']));
		expect(await turnStore.claimTurn(claimOf(['2', '3']))).toBeNull();
		expect(await turnStore.claimTurn(claimOf(['1']))).toBeNull();
		expect(await store().db.select({ value: count() }).from(turns)).toEqual([{ value: 1 }]);
		expect(await turnStore.claimTurn(claimOf(['3']))).not.toBeNull();
	});

	test('another persona may claim the same lines', async () => {
		const { workspace, claimOf, turnStore } = await turnsOf(store());
		await turnStore.claimTurn(claimOf(['1', '2']));
		const other = await createPersonaStore(store().db).createMainPersona(workspace.id, personaDraft('Anon'));
		const claim = { ...claimOf(['1', '2']), personaId: other.ok ? other.value.id : claimOf([]).personaId };
		expect(await turnStore.claimTurn(claim)).not.toBeNull();
	});

	test('a trigger is claimed as a line even when the lines leave it out or name it twice', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		await turnStore.claimTurn({ ...claimOf(['1']), lineIds: [] });
		expect(await turnStore.claimTurn(claimOf(['1', '2']))).toBeNull();
		expect(await turnStore.claimTurn({ ...claimOf(['5']), lineIds: ['5', '5'] })).not.toBeNull();
	});

	test('of twenty claims of one trigger at the same time one wins', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const won = await Promise.all(Array.from({ length: 20 }, () => turnStore.claimTurn(claimOf(['1', '2']))));
		expect(won.filter((turnId) => turnId !== null)).toHaveLength(1);
		expect(await store().db.select({ value: count() }).from(turns)).toEqual([{ value: 1 }]);
	});

	test('of twenty claims with other triggers over the same lines one wins, whatever their order', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const claims = Array.from({ length: 20 }, (_, index) => {
			const lines = index % 2 === 0 ? ['1', '2', '3'] : ['3', '2', '1'];
			return turnStore.claimTurn(claimOf([...lines, `${100 + index}`]));
		});
		expect((await Promise.all(claims)).filter((turnId) => turnId !== null)).toHaveLength(1);
	});

	test('S038 a dropped turn without a message may be claimed again, as a further run with its lines', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const turnId = await turnStore.claimTurn(claimOf(['1', '2']));
		if (turnId === null) throw new Error('the claim should have won');
		expect(await turnStore.reclaimTurn(claimOf(['1', '2']))).toBeNull();
		await turnStore.setTurnState(turnId, 'dropped');
		expect(await turnStore.claimTurn(claimOf(['1', '2']))).toBeNull();
		expect(await turnStore.reclaimTurn(claimOf(['1', '2']))).toEqual({ turnId, run: 1 });
		expect(await turnStore.reclaimTurn(claimOf(['1', '2']))).toBeNull();
		await turnStore.setTurnState(turnId, 'dropped');
		expect(await turnStore.reclaimTurn(claimOf(['2']))).toEqual({ turnId, run: 2 });
		expect(await turnStore.claimTurn(claimOf(['1']))).not.toBeNull();
		expect(await store().db.select({ value: count() }).from(turns)).toEqual([{ value: 2 }]);
	});

	test('S038 a turn that runs, ended or was answered in part is not run again, and one never begun is just claimed', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const claim = claimOf(['1']);
		const turnId = await turnStore.claimTurn(claim);
		if (turnId === null) throw new Error('the claim should have won');
		for (const state of ['claimed', 'generating', 'delivering', 'done'] as const) {
			expect(await turnStore.setTurnState(turnId, state)).toBe(true);
			expect(await turnStore.reclaimTurn(claim)).toBeNull();
		}
		const partly = claimOf(['2']);
		const droppedId = await turnStore.claimTurn(partly);
		if (droppedId === null) throw new Error('the claim should have won');
		const part = { turnId: droppedId, personaId: claim.personaId, messageId: '900', part: 0, variant: 0 };
		await turnStore.recordPart(part);
		await turnStore.setTurnState(droppedId, 'dropped');
		expect(await turnStore.reclaimTurn(partly)).toBeNull();
		expect(await turnStore.reclaimTurn(claimOf(['5']))).toMatchObject({ run: 0 });
	});

	test('S038 of twenty that want a dropped turn again one gets it', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const turnId = await turnStore.claimTurn(claimOf(['1', '2']));
		if (turnId === null) throw new Error('the claim should have won');
		await turnStore.setTurnState(turnId, 'dropped');
		const won = await Promise.all(Array.from({ length: 20 }, () => turnStore.reclaimTurn(claimOf(['1', '2']))));
		expect(won.filter((claimed) => claimed !== null)).toEqual([{ turnId, run: 1 }]);
	});

	test('S038 a turn that an edit left open is had again by one of twenty, and by nobody while somebody works on it', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const turnId = await turnStore.claimTurn(claimOf(['1']));
		await store().db.update(turns).set({ owner: null, leaseExpiresAt: null });
		const won = await Promise.all(Array.from({ length: 20 }, () => turnStore.reclaimTurn(claimOf(['1']))));
		expect(won.filter((claimed) => claimed !== null)).toEqual([{ turnId, run: 1 }]);
	});

	test('the persona behind a message of a reply is known', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const claim = claimOf(['1']);
		const turnId = await turnStore.claimTurn(claim);
		if (turnId === null) throw new Error('the claim should have won');
		await turnStore.recordPart({ turnId, personaId: claim.personaId, messageId: '900', part: 0, variant: 0 });
		expect(await turnStore.findSpeakers(['900', '901'])).toEqual(new Map([['900', claim.personaId]]));
		expect(await turnStore.findSpeakers([])).toEqual(new Map());
	});

	test('of messages those are found that triggered a turn of the person', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const { userId } = claimOf([]);
		const bo = await createWorkspaceStore(store().db).ensureUser({ discordId: '201', displayName: 'Bo' });
		await turnStore.claimTurn(claimOf(['1', '2']));
		await turnStore.claimTurn({ ...claimOf(['3']), userId: bo });
		expect(await turnStore.findTriggers(userId, ['1', '2', '3', '4'])).toEqual(new Set(['2']));
		expect(await turnStore.findTriggers(bo, ['1', '2', '3', '4'])).toEqual(new Set(['3']));
		expect(await turnStore.findTriggers(userId, [])).toEqual(new Set());
	});

	test('the state of a turn follows its course', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const turnId = await turnStore.claimTurn(claimOf(['1']));
		const other = await turnStore.claimTurn(claimOf(['2']));
		if (turnId === null || other === null) throw new Error('both claims should have won');
		await turnStore.setTurnState(turnId, 'delivering');
		expect(await turnStore.setTurnState(turnId, 'done')).toBe(true);
		const [turn] = await store().db.select().from(turns).where(eq(turns.id, turnId));
		expect(turn).toMatchObject({ state: 'done', owner: null, leaseExpiresAt: null });
		const [untouched] = await store().db.select().from(turns).where(eq(turns.id, other));
		expect(untouched?.state).toBe('claimed');
	});

	test('a part of a reply is recorded once, also when it is reported twice', async () => {
		const { claimOf, turnStore } = await turnsOf(store());
		const claim = claimOf(['1']);
		const turnId = await turnStore.claimTurn(claim);
		if (turnId === null) throw new Error('the claim should have won');
		const part = { turnId, personaId: claim.personaId, messageId: '900', part: 0, variant: 0 };
		await turnStore.recordPart(part);
		await turnStore.recordPart(part);
		expect(await store().db.select().from(turnMessages)).toEqual([{ ...part, webhookId: null }]);
	});
});

describe.skipIf(!storeBackends().includes('postgres'))('turn store with several connections', () => {
	test('a claim that waits for another holds none of the lines that the other still needs', async () => {
		const database = await openTestDatabase({ backend: 'postgres' });
		const { db } = database;
		const { claimOf, turnStore } = await turnsOf(database);
		const [turn] = await db
			.insert(turns)
			.values({ ...claimOf(['9']), state: 'claimed' })
			.returning();
		const line = (messageId: string) => ({ messageId, turnId: turn?.id ?? 0, personaId: turn?.personaId ?? 0 });
		const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
		let claim: Promise<unknown> = Promise.resolve();
		await db.transaction(async (other) => {
			await other.insert(turnLines).values(line('1'));
			claim = turnStore.claimTurn(claimOf(['2', '1']));
			await expect.poll(async () => ((await db.execute(waiting)) as { rows: unknown[] }).rows.length).toBe(1);
			await other.insert(turnLines).values(line('2'));
		});
		expect(await claim).toBeNull();
		await database.close();
	});
});
