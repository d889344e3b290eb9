/** What is stored of a person is counted, and removed without a trace. */
import { expect, test } from 'vitest';
import type { Database } from '#adapters/postgres/database';
import { createPersonalDataStore } from '#adapters/postgres/personal-data-store';
import { serverMemories } from '#adapters/postgres/schema/memories';
import { statCounters } from '#adapters/postgres/schema/stats';
import { createStatStore } from '#adapters/postgres/stat-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { UserId } from '#domain/ids';
import { PERSONAL_DATA_KINDS } from '#domain/personal-data';
import { dumpLines } from '../support/database-dump.ts';
import { addTurn, fillPerson, secretBoxOf } from '../support/full-rows.ts';
import { describeStores } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

const BO = '234567890123456789';
/** Whatever Bo wrote, and whatever was written of Bo alone. */
const MARK = 'marzipan';

type Rows = Awaited<ReturnType<typeof seedRows>>;

async function addBo(db: Database): Promise<UserId> {
	return await createWorkspaceStore(db).ensureUser({ discordId: BO, displayName: MARK });
}

const BOX = secretBoxOf([1, 'a secret for tests only']);

/** A row of every kind for Bo. */
async function storeOf(db: Database, rows: Rows, userId: UserId): Promise<void> {
	await fillPerson(db, { ...rows, userId, discordId: BO, mark: MARK }, BOX);
}

describeStores('S110 personal data store', (store) => {
	test('S110 a person who is forgotten is in no row of the database but their blocks, and others keep what is theirs', async () => {
		const { db } = store();
		const rows = await seedRows(db);
		await addTurn(db, rows, { userId: rows.userId, at: '600', text: `Ask <@${BO}> or <@!${BO}>, Ellen.` });
		const content = `<@${BO}> likes tea.`;
		await db.insert(serverMemories).values({ serverId: rows.workspace.id, lineageId: rows.persona.lineageId, content });
		await storeOf(db, rows, await addBo(db));
		const personalData = createPersonalDataStore(db);
		const stored = await personalData.readPersonalData(BO);
		for (const kind of PERSONAL_DATA_KINDS) expect(stored.counts[kind], kind).toBeGreaterThan(0);
		const { before, after } = await personalData.forgetPerson(BO);
		expect(before).toEqual(stored.counts);
		for (const kind of PERSONAL_DATA_KINDS) expect(after[kind], kind).toBe(kind === 'blocks' ? before.blocks : 0);
		const lines = await dumpLines(db);
		const marked = lines.filter((line) => line.includes(BO) || line.includes(MARK));
		expect(marked).toHaveLength(1);
		expect(marked[0]).toMatch(/^persona_user_blocks /);
		const dump = lines.join('\n');
		expect(dump).toContain('Ask @someone or @someone, Ellen.');
		expect(dump).toContain('@someone likes tea.');
		expect(dump).toContain('hello @someone');
		expect(dump).toContain('Tea is at five.');
		expect(dump).toContain('well done');
	});

	test('S110 forgetting somebody changes no row of anybody else', async () => {
		const { db } = store();
		const rows = await seedRows(db);
		await addTurn(db, rows, { userId: rows.userId, at: '600', text: 'Hello, Ellen.' });
		const before = await dumpLines(db);
		await storeOf(db, rows, await addBo(db));
		await createPersonalDataStore(db).forgetPerson(BO);
		const after = new Set(await dumpLines(db));
		expect(before.filter((line) => !after.has(line))).toEqual([]);
	});

	test('who is unknown has nothing, and looking makes no row', async () => {
		const { db } = store();
		await seedRows(db);
		const before = await dumpLines(db);
		const personalData = createPersonalDataStore(db);
		const { privacyLevel, counts } = await personalData.readPersonalData('999');
		expect(privacyLevel).toBe(0);
		expect(Object.values(counts).every((count) => count === 0)).toBe(true);
		await personalData.forgetPerson('999');
		expect(await dumpLines(db)).toEqual(before);
	});

	test('counters of somebody who was forgotten meanwhile do not keep those of others from being written', async () => {
		const { db } = store();
		const { workspace, persona, userId } = await seedRows(db);
		const gone = await addBo(db);
		await createPersonalDataStore(db).forgetPerson(BO);
		const tick = { serverId: workspace.id, lineageId: persona.lineageId, metric: 'message_sent' as const, count: 2 };
		const stats = createStatStore(db);
		await stats.addStats([
			{ ...tick, userId: gone, atMs: 1 },
			{ ...tick, userId, atMs: 1 },
		]);
		await stats.addStat({ ...tick, userId: gone, atMs: 1 });
		expect(await db.select({ userId: statCounters.userId, count: statCounters.count }).from(statCounters)).toEqual([
			{ userId, count: 2 },
		]);
	});
});
