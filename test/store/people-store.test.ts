/** Blocks, names, privacy, and who speaks through webhooks. */
import { expect, test } from 'vitest';
import { createPeopleStore } from '#adapters/postgres/people-store';
import { createPersonaBlockStore } from '#adapters/postgres/persona-block-store';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { createProxyStore } from '#adapters/postgres/proxy-store';
import { discordManagedWebhooks } from '#adapters/postgres/schema/webhooks';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { PersonaId } from '#domain/ids';
import type { PersonaUserBlock } from '#domain/person';
import { describeStores } from '../support/store-for-test.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

describeStores('persona block store', (store) => {
	const block = (personaId: PersonaId, change: Partial<PersonaUserBlock> = {}): PersonaUserBlock => ({
		personaId,
		userDiscordId: '200',
		blockType: 'block',
		reason: null,
		expiresAtMs: null,
		...change,
	});

	test('a block is found with its kind, reason and end, whether or not it has run out', async () => {
		const { workspace, persona } = await seedRows(store().db);
		const blocks = createPersonaBlockStore(store().db);
		await blocks.saveBlock(workspace.id, block(persona.id, { reason: 'rude\0', expiresAtMs: 1_700_000_000_123 }));
		await blocks.saveBlock(workspace.id, block(persona.id, { userDiscordId: '201', blockType: 'mute' }));
		const found = await blocks.findBlocks(workspace.id, persona.id);
		expect([...found].sort((a, b) => a.userDiscordId.localeCompare(b.userDiscordId))).toEqual([
			block(persona.id, { reason: 'rude', expiresAtMs: 1_700_000_000_123 }),
			block(persona.id, { userDiscordId: '201', blockType: 'mute' }),
		]);
	});

	test('a new block of the same person replaces the former one', async () => {
		const { workspace, persona } = await seedRows(store().db);
		const blocks = createPersonaBlockStore(store().db);
		await blocks.saveBlock(workspace.id, block(persona.id, { expiresAtMs: 5_000 }));
		await blocks.saveBlock(workspace.id, block(persona.id, { blockType: 'mute' }));
		expect(await blocks.findBlocks(workspace.id, persona.id)).toEqual([block(persona.id, { blockType: 'mute' })]);
	});

	test('blocks belong to one persona of one workspace and go with it', async () => {
		const { workspace, persona } = await seedRows(store().db);
		const blocks = createPersonaBlockStore(store().db);
		const other = await createPersonaStore(store().db).createMainPersona(workspace.id, personaDraft('Anon'));
		const elsewhere = await createWorkspaceStore(store().db).ensureWorkspace(guildKey('101'), personaDraft('Tomori'));
		await blocks.saveBlock(workspace.id, block(persona.id));
		expect(other.ok && (await blocks.findBlocks(workspace.id, other.value.id))).toEqual([]);
		expect(await blocks.findBlocks(elsewhere.id, persona.id)).toEqual([]);
		expect(await blocks.removeBlock(elsewhere.id, persona.id, '200')).toBe(false);
		expect(await blocks.removeBlock(workspace.id, persona.id, '200')).toBe(true);
		expect(await blocks.removeBlock(workspace.id, persona.id, '200')).toBe(false);
		expect(await blocks.findBlocks(workspace.id, persona.id)).toEqual([]);
	});
});

describeStores('people store', (store) => {
	test('people have the name for the persona, else their own, else none', async () => {
		const { workspace, persona, userId } = await seedRows(store().db);
		const people = createPeopleStore(store().db);
		const other = await createPersonaStore(store().db).createMainPersona(workspace.id, personaDraft('Anon'));
		const ask = async (personaId: PersonaId) => {
			const query = { serverId: workspace.id, personaId, discordIds: ['200', '200', '999'] };
			return (await people.findPeople(query)).map(({ discordId, nickname }) => [discordId, nickname]);
		};
		expect(await ask(persona.id)).toEqual([['200', null]]);
		await people.setNickname(userId, 'Elle\0');
		expect(await ask(persona.id)).toEqual([['200', 'Elle']]);
		await people.setNickname(userId, 'Captain', persona.id);
		expect(await ask(persona.id)).toEqual([['200', 'Captain']]);
		expect(other.ok && (await ask(other.value.id))).toEqual([['200', 'Elle']]);
		await people.setNickname(userId, 'Chief', persona.id);
		expect(await ask(persona.id)).toEqual([['200', 'Chief']]);
		await people.setNickname(userId, null, persona.id);
		await people.setNickname(userId, null);
		expect(await ask(persona.id)).toEqual([['200', null]]);
		expect(await people.findPeople({ serverId: workspace.id, personaId: persona.id, discordIds: [] })).toEqual([]);
	});

	test('privacy is of the person, the blacklist of the workspace', async () => {
		const { workspace, persona, userId } = await seedRows(store().db);
		const people = createPeopleStore(store().db);
		const elsewhere = await createWorkspaceStore(store().db).ensureWorkspace(guildKey('101'), personaDraft('Tomori'));
		const ask = (serverId: typeof workspace.id) =>
			people.findPeople({ serverId, personaId: persona.id, discordIds: ['200'] });
		expect(await ask(workspace.id)).toMatchObject([{ privacyLevel: 0, mayBePersonal: true }]);
		await people.setPrivacyLevel(userId, 2);
		await people.setPersonal(workspace.id, '200', false);
		await people.setPersonal(workspace.id, '200', false);
		expect(await ask(workspace.id)).toMatchObject([{ privacyLevel: 2, mayBePersonal: false }]);
		expect(await ask(elsewhere.id)).toMatchObject([{ privacyLevel: 2, mayBePersonal: true }]);
		await people.setPersonal(workspace.id, '200', true);
		expect(await ask(workspace.id)).toMatchObject([{ mayBePersonal: true }]);
	});
});

describeStores('proxy store', (store) => {
	test('only recorded messages and webhooks are found, each with its person', async () => {
		const proxies = createProxyStore(store().db);
		const message = { messageId: '1', channelId: '20', userDiscordId: '200' };
		const webhook = { webhookId: '66', channelId: '20', userDiscordId: '201' };
		await proxies.recordProxied(message);
		await proxies.recordProxied({ ...message, userDiscordId: '999' });
		await proxies.recordImpersonation(webhook);
		await proxies.recordImpersonation({ ...webhook, userDiscordId: '202' });
		expect(await proxies.findProxied(['0', '1'])).toEqual([message]);
		expect(await proxies.findImpersonations(['66', '67'])).toEqual([{ ...webhook, userDiscordId: '202' }]);
		expect(await proxies.findProxied([])).toEqual([]);
		expect(await proxies.findImpersonations([])).toEqual([]);
	});

	test('a channel has one managed webhook of a kind', async () => {
		const row = {
			webhookId: '1',
			guildId: '100',
			channelId: '20',
			kind: 'persona' as const,
			ciphertext: new Uint8Array([1, 2]),
			keyVersion: 1,
		};
		await store().db.insert(discordManagedWebhooks).values(row);
		const again = store()
			.db.insert(discordManagedWebhooks)
			.values({ ...row, webhookId: '2' });
		await expect(again).rejects.toThrow();
		await store()
			.db.insert(discordManagedWebhooks)
			.values({ ...row, webhookId: '3', kind: 'impersonation' });
	});
});
