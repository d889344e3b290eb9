/** What pictures of talk are made of, which servers are greeted, and which channels a set-up shows, in real SQL. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAutoReplyStore } from '#adapters/postgres/auto-reply-store';
import { createPeopleStore } from '#adapters/postgres/people-store';
import { servers } from '#adapters/postgres/schema/servers';
import { createSettingsStore } from '#adapters/postgres/settings-store';
import { createStatStore } from '#adapters/postgres/stat-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { StatMetric } from '#ports/stat-store';
import { describeStores } from '../support/store-for-test.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

describeStores('counts of talk', (store) => {
	test('hold both directions of one workspace since a day, and nobody who wants privacy by name', async () => {
		const { db } = store();
		const { workspace, persona, userId } = await seedRows(db);
		const workspaces = createWorkspaceStore(db);
		const stats = createStatStore(db);
		const shy = await workspaces.ensureUser({ discordId: '901', displayName: 'Shy' });
		const hidden = await workspaces.ensureUser({ discordId: '902', displayName: 'Hidden' });
		const people = createPeopleStore(db);
		await people.setPrivacyLevel(shy, 1);
		await people.setPrivacyLevel(hidden, 2);
		const other = await workspaces.ensureWorkspace(guildKey('777'), personaDraft('Elsewhere'));
		const { lineageId } = persona;
		const add = (who: typeof userId, [metric, count]: readonly [StatMetric, number], change: object = {}) => {
			const tick = { serverId: workspace.id, userId: who, lineageId, metric, count };
			return stats.addStat({ ...tick, atMs: Date.parse('2026-03-02T10:00:00Z'), ...change });
		};
		await add(userId, ['message_sent', 4]);
		await add(userId, ['reply_sent', 3]);
		await add(userId, ['presence_seen', 90]);
		await add(userId, ['reply_sent', 50], { atMs: Date.parse('2026-02-27T23:59:59Z') });
		await add(userId, ['reply_sent', 60], { serverId: other.id });
		await add(shy, ['reply_sent', 1]);
		await add(hidden, ['reply_sent', 2], { atMs: Date.parse('2026-02-28T00:00:00Z') });
		const counts = await stats.readTalk({ serverId: workspace.id, sinceDay: '2026-02-28', pairsMax: 10 });
		expect(counts.days.toSorted((one, two) => one.day.localeCompare(two.day))).toEqual([
			{ day: '2026-02-28', lineageId, messages: 2 },
			{ day: '2026-03-02', lineageId, messages: 8 },
		]);
		expect(counts.pairs.map(({ personId, messages }) => [personId, messages])).toEqual([
			[userId, 7],
			[null, 3],
		]);
		expect(counts.pairs[1]?.name).toBeNull();
		expect(JSON.stringify(counts)).not.toMatch(/Shy|Hidden/);
		const few = await stats.readTalk({ serverId: workspace.id, sinceDay: '2026-02-28', pairsMax: 1 });
		expect(few.pairs.map(({ personId }) => personId)).toEqual([userId]);
	});
});

describeStores('greetings', (store) => {
	test('are for whoever makes the server known, once, whoever asks at the same time', async () => {
		const { db } = store();
		const workspaces = createWorkspaceStore(db);
		const key = guildKey('801');
		const claims = await Promise.all(
			Array.from({ length: 5 }, () => workspaces.claimGreeting(key, personaDraft('Tomori'))),
		);
		expect(claims.filter(Boolean)).toHaveLength(1);
		expect(await workspaces.claimGreeting(key, personaDraft('Tomori'))).toBe(false);
		const rows = await db.select().from(servers).where(eq(servers.discordId, '801'));
		expect(rows[0]?.greetedAt).toBeInstanceOf(Date);
	});

	test('are not for servers that know the bot', async () => {
		const { db } = store();
		const workspaces = createWorkspaceStore(db);
		await workspaces.ensureWorkspace(guildKey('802'), personaDraft('Tomori'));
		expect(await workspaces.claimGreeting(guildKey('802'), personaDraft('Tomori'))).toBe(false);
	});
});

describeStores('channels of a set-up', (store) => {
	test('are those of the workspace with a number of messages', async () => {
		const { db } = store();
		const { workspace } = await seedRows(db);
		const settings = createSettingsStore(db);
		const autoReplies = createAutoReplyStore(db);
		const { id: serverId } = workspace;
		const write = (channelId: string, autoReplyMin: number | null, autoReplyMax: number | null) => {
			return settings.writeScope({ scope: 'channel', serverId, channelId }, { autoReplyMin, autoReplyMax });
		};
		await write('12', 5, 10);
		await write('11', 0, 0);
		await write('13', null, null);
		expect(await autoReplies.listAutoReplies(serverId)).toEqual([
			{ serverId, channelId: '11', messagesMin: 0, messagesMax: 0 },
			{ serverId, channelId: '12', messagesMin: 5, messagesMax: 10 },
		]);
	});
});
