/** What personas were rewarded and scolded for. */
import { expect, test } from 'vitest';
import { createConditioningStore } from '#adapters/postgres/conditioning-store';
import { personaConditioning } from '#adapters/postgres/schema/rooms';
import { CONDITIONING_LIMITS } from '#domain/conditioning';
import type { LineageId } from '#domain/ids';
import { describeStores } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

describeStores('conditioning store', (store) => {
	test('the latest of each kind are told, newest last, with how many there are', async () => {
		const { workspace, persona, userId } = await seedRows(store().db);
		const conditioning = createConditioningStore(store().db);
		const of = { serverId: workspace.id, lineageId: persona.lineageId };
		expect(await conditioning.findConditioning(of)).toEqual({
			rewards: [],
			punishments: [],
			rewardsTotal: 0,
			punishmentsTotal: 0,
		});
		const entry = { ...of, authorUserId: userId } as const;
		for (let count = 1; count <= 12; count += 1) {
			await conditioning.addConditioning({ ...entry, kind: 'reward', text: `pun\0 ${count}` });
		}
		await conditioning.addConditioning({ ...entry, kind: 'punish', text: 'cake' });
		const other = (persona.lineageId + 1) as LineageId;
		await conditioning.addConditioning({ ...entry, lineageId: other, kind: 'punish', text: 'not mine' });
		const found = await conditioning.findConditioning(of);
		expect(found.rewards).toEqual(
			Array.from({ length: CONDITIONING_LIMITS.toldMax }, (_, index) => `pun ${index + 3}`),
		);
		expect(found).toMatchObject({ punishments: ['cake'], rewardsTotal: 12, punishmentsTotal: 1 });
	});

	test('beyond the limit the oldest of the same kind go, and nothing else', async () => {
		const { db } = store();
		const { workspace, persona, userId } = await seedRows(db);
		const conditioning = createConditioningStore(db);
		const of = { serverId: workspace.id, lineageId: persona.lineageId };
		const row = { ...of, authorUserId: userId, kind: 'reward', text: 'old' } as const;
		await conditioning.addConditioning({ ...row, kind: 'punish', text: 'stays' });
		await db.insert(personaConditioning).values(Array.from({ length: CONDITIONING_LIMITS.keptMax }, () => row));
		await conditioning.addConditioning({ ...row, text: 'new' });
		const found = await conditioning.findConditioning(of);
		expect(found).toMatchObject({ rewardsTotal: CONDITIONING_LIMITS.keptMax, punishments: ['stays'] });
		expect(found.rewards.at(-1)).toBe('new');
	});
});
