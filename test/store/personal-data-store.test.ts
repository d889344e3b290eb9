/** What is stored of a person is counted, and removed without a trace. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#adapters/postgres/database';
import { createPersonalDataStore } from '#adapters/postgres/personal-data-store';
import { personaUserBlocks } from '#adapters/postgres/schema/blocks';
import { userCredentials } from '#adapters/postgres/schema/credentials';
import { userCustomProviders } from '#adapters/postgres/schema/custom-providers';
import { outgoingParts, reunionClaims } from '#adapters/postgres/schema/leases';
import { personalMemories, serverMemories, shortTermMemories } from '#adapters/postgres/schema/memories';
import { notices } from '#adapters/postgres/schema/notices';
import { cooldowns, personaConditioning, quotaCounters } from '#adapters/postgres/schema/rooms';
import { userSavedProviderConfigs } from '#adapters/postgres/schema/saved-providers';
import { userSettings } from '#adapters/postgres/schema/settings';
import { statCounters } from '#adapters/postgres/schema/stats';
import { turnLines, turnMessages, turns, turnVariants } from '#adapters/postgres/schema/turns';
import { userPersonaNames, users } from '#adapters/postgres/schema/users';
import { impersonationWebhooks, proxiedMessages } from '#adapters/postgres/schema/webhooks';
import { createStatStore } from '#adapters/postgres/stat-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { UserId } from '#domain/ids';
import { PERSONAL_DATA_KINDS } from '#domain/personal-data';
import { assert } from '#lib/assert';
import { dumpLines } from '../support/database-dump.ts';
import { describeStores } from '../support/store-for-test.ts';
import { personaDraft, seedRows } from '../support/store-rows.ts';

const BO = '234567890123456789';
const SEALED = { ciphertext: new Uint8Array([1, 2, 3]), keyVersion: 1 };
/** Whatever Bo wrote, and whatever was written of Bo alone. */
const MARK = 'marzipan';
const SOON = new Date(Date.now() + 3_600_000);

type Rows = Awaited<ReturnType<typeof seedRows>>;

async function addBo(db: Database): Promise<UserId> {
	return await createWorkspaceStore(db).ensureUser({ discordId: BO, displayName: MARK });
}

async function addTurn(db: Database, { workspace, persona }: Rows, turn: { userId: number; at: string; text: string }) {
	const base = { serverId: workspace.id, channelId: '300', personaId: persona.id, state: 'done' as const };
	const [row] = await db
		.insert(turns)
		.values({ ...base, userId: turn.userId, triggerMessageId: turn.at })
		.returning();
	assert(row, 'no turn');
	await db.insert(turnLines).values({ messageId: turn.at, turnId: row.id, personaId: persona.id });
	const part = { turnId: row.id, part: 0, variant: 0 };
	await db.insert(turnMessages).values({ ...part, messageId: `${turn.at}1`, personaId: persona.id });
	await db.insert(turnVariants).values({ ...part, text: turn.text });
	return { ...part, nonce: turn.at };
}

/** A row of every kind for Bo. */
async function storeOf(db: Database, rows: Rows, userId: UserId): Promise<void> {
	const { workspace, persona } = rows;
	const { lineageId } = persona;
	const serverId = workspace.id;
	const line = { speaker: MARK, text: MARK, atMs: 1, messageIds: ['1'], authorId: BO };
	await db.update(users).set({ nickname: MARK }).where(sql`id = ${userId}`);
	await db.insert(userPersonaNames).values({ userId, personaId: persona.id, nickname: MARK });
	await db.insert(userSettings).values({ userId, prompt: MARK });
	await db.insert(userSavedProviderConfigs).values({ userId, provider: 'novelai', modelCodename: 'kayra-v1' });
	await db.insert(userCredentials).values({ userId, provider: 'novelai', ...SEALED });
	const provider = { nameKey: MARK, name: MARK, baseUrl: 'https://x.example', model: 'm' };
	await db.insert(userCustomProviders).values({ userId, ...provider, windowTokens: 1, outputTokensMax: 1 });
	await db.insert(personalMemories).values({ userId, lineageId: null, content: MARK });
	const told = { serverId, lineageId, authorUserId: userId };
	await db.insert(serverMemories).values({ ...told, content: 'Tea is at five.' });
	await db.insert(personaConditioning).values({ ...told, kind: 'reward', text: 'well done' });
	await db.insert(notices).values({ messageId: '900', kind: 'reset', payload: { authorId: BO } });
	const day = { serverId, userId, lineageId, metric: 'message_sent', bucket: '2026-01-01' };
	await db.insert(statCounters).values({ ...day, count: 1, lastAt: new Date() });
	await db.insert(cooldowns).values({ serverId, subject: `user:${BO}`, until: SOON });
	await db.insert(quotaCounters).values({ serverId, subject: `user:${BO}`, dayStart: new Date(), replies: 1 });
	await db.insert(reunionClaims).values({ lineageId, userId, token: MARK, expiresAt: SOON });
	await db.insert(proxiedMessages).values({ messageId: '901', channelId: '300', userDiscordId: BO });
	await db.insert(impersonationWebhooks).values({ webhookId: '902', channelId: '300', userDiscordId: BO });
	const { turnId, part, variant } = await addTurn(db, rows, { userId, at: '700', text: MARK });
	await db.insert(outgoingParts).values({ turnId, part, variant, nonce: MARK, ...SEALED });
	const place = { serverId, lineageId, channelId: '300', kind: 'lines' as const, content: '', expiresAt: SOON };
	await db.insert(shortTermMemories).values({ ...place, lines: [line, { ...line, authorId: '200', ...OTHER_LINE }] });
	const alone = { kind: 'direct', discordId: BO, locale: null } as const;
	await createWorkspaceStore(db).ensureWorkspace(alone, personaDraft(MARK));
	const block = { serverId, personaId: persona.id, userDiscordId: BO };
	await db.insert(personaUserBlocks).values({ ...block, blockType: 'mute' });
}

const OTHER_LINE = { speaker: 'Ellen', text: `hello <@${BO}>`, messageIds: ['2'] };

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
