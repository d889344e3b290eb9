/** Closed turns go when their server no longer wants them. */
import { expect, test } from 'vitest';
import type { Database } from '#adapters/postgres/database';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { createRetentionStore } from '#adapters/postgres/retention-store';
import { turnLines, turnMessages, turns, turnVariants } from '#adapters/postgres/schema/turns';
import { createSettingsStore } from '#adapters/postgres/settings-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { TurnState } from '#domain/turn-state';
import { assert } from '#lib/assert';
import { describeStores } from '../support/store-for-test.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 5, 15);

interface Old {
	readonly serverId: number;
	readonly personaId: number;
	readonly userId: number;
	readonly days: number;
	readonly state?: TurnState;
}

let triggers = 0;

async function addTurn(db: Database, { days, state = 'done', ...ids }: Old): Promise<number> {
	triggers += 1;
	const updatedAt = new Date(NOW_MS - days * DAY_MS - 1_000);
	const triggerMessageId = String(triggers);
	const [row] = await db
		.insert(turns)
		.values({ ...ids, channelId: '300', triggerMessageId, state, updatedAt })
		.returning();
	assert(row, 'no turn');
	const { id: turnId } = row;
	await db.insert(turnLines).values({ turnId, messageId: triggerMessageId, personaId: ids.personaId });
	const part = { turnId, part: 0, variant: 0 };
	await db.insert(turnMessages).values({ ...part, messageId: `m${triggerMessageId}`, personaId: ids.personaId });
	await db.insert(turnVariants).values({ ...part, text: 'Hi.' });
	return turnId;
}

describeStores('retention store', (store) => {
	test('closed turns that are older than their server wants go with their texts, in batches, and no others', async () => {
		const { db } = store();
		const { workspace, persona, userId } = await seedRows(db);
		const keeper = await createWorkspaceStore(db).ensureWorkspace(guildKey('101'), personaDraft('Anon'));
		const anon = await createPersonaStore(db).mainPersona(keeper.id);
		await createSettingsStore(db).writeScope({ scope: 'server', serverId: workspace.id }, { retentionDays: 7 });
		const here = { serverId: workspace.id, personaId: persona.id, userId };
		const young = await addTurn(db, { ...here, days: 6 });
		const open = await addTurn(db, { ...here, days: 30, state: 'delivering' });
		const elsewhere = await addTurn(db, { serverId: keeper.id, personaId: anon.id, userId, days: 3_000 });
		for (const state of ['done', 'failed', 'dropped'] as const) await addTurn(db, { ...here, days: 7, state });
		const retention = createRetentionStore(db);
		expect(await retention.removeOldTurns({ nowMs: NOW_MS, turnsMax: 2 })).toBe(2);
		expect(await retention.removeOldTurns({ nowMs: NOW_MS, turnsMax: 2 })).toBe(1);
		expect(await retention.removeOldTurns({ nowMs: NOW_MS, turnsMax: 2 })).toBe(0);
		const kept = [young, open, elsewhere];
		expect((await db.select({ id: turns.id }).from(turns).orderBy(turns.id)).map(({ id }) => id)).toEqual(kept);
		for (const table of [turnLines, turnMessages, turnVariants]) expect(await db.$count(table)).toBe(kept.length);
	});
});
