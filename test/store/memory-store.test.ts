/** Memories of servers and people. */
import { expect, test } from 'vitest';
import type { Database } from '#adapters/postgres/database';
import { createMemoryStore } from '#adapters/postgres/memory-store';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { users } from '#adapters/postgres/schema/users';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { LineageId } from '#domain/ids';
import { describeStores } from '../support/store-for-test.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

const OPEN = { channels: [], keywords: [] };

async function seeded(db: Database) {
	const rows = await seedRows(db);
	const { workspace, persona, userId } = rows;
	const store = createMemoryStore(db);
	const { lineageId } = persona;
	const ofServer = { serverId: workspace.id, lineageId, authorUserId: userId, gates: OPEN };
	const query = { serverId: workspace.id, lineageId, discordIds: ['200'] };
	return { ...rows, store, ofServer, query, lineageId, ofPerson: { userId, lineageId, gates: OPEN } };
}

describeStores('memory store', (database) => {
	test("a server's memory comes back as it was told, with its gates, author and times", async () => {
		const { store, ofServer, userId, query } = await seeded(database().db);
		const before = Date.now() - 60_000;
		const gates = { channels: ['general', '300'], keywords: ['tea', 'お茶'] };
		const added = await store.addServerMemory({ ...ofServer, content: 'Tea\0 is at five. \ud800', gates }, 9);
		if (!added.ok) throw new Error(added.error);
		expect(added.value).toMatchObject({ content: 'Tea is at five. \ufffd', gates, authorUserId: userId });
		expect(added.value.createdAtMs).toBeGreaterThan(before);
		expect((await store.findMemories(query)).server).toEqual([added.value]);
		expect(await store.listServerMemories(query.serverId, query.lineageId)).toEqual([added.value]);
	});

	test('server memories belong to one lineage of one server, oldest first', async () => {
		const { store, ofServer, query } = await seeded(database().db);
		const elsewhere = await createWorkspaceStore(database().db).ensureWorkspace(
			guildKey('101'),
			personaDraft('Tomori'),
		);
		const other = (ofServer.lineageId + 1_000) as LineageId;
		for (const content of ['first', 'second']) await store.addServerMemory({ ...ofServer, content }, 9);
		await store.addServerMemory({ ...ofServer, lineageId: other, content: 'of another lineage' }, 9);
		await store.addServerMemory({ ...ofServer, serverId: elsewhere.id, content: 'of another server' }, 9);
		const found = await store.findMemories(query);
		expect(found.server.map((memory) => memory.content)).toEqual(['first', 'second']);
	});

	test("personal memories are those of the people asked for, of the lineage or of everybody's", async () => {
		const { store, ofPerson, query, userId } = await seeded(database().db);
		const bo = await createWorkspaceStore(database().db).ensureUser({ discordId: '201', displayName: 'Bo' });
		const other = (ofPerson.lineageId + 1_000) as LineageId;
		await store.addPersonalMemory({ ...ofPerson, content: 'likes tea' }, 9);
		await store.addPersonalMemory({ ...ofPerson, lineageId: null, content: 'is tall' }, 9);
		await store.addPersonalMemory({ ...ofPerson, lineageId: other, content: 'told somebody else' }, 9);
		await store.addPersonalMemory({ ...ofPerson, userId: bo, content: 'is away' }, 9);
		const contents = async (discordIds: readonly string[]) => {
			const { personal } = await store.findMemories({ ...query, discordIds });
			return personal.map((memory) => [memory.userDiscordId, memory.content]);
		};
		const ellens = [
			['200', 'likes tea'],
			['200', 'is tall'],
		];
		expect(await contents(['200'])).toEqual(ellens);
		expect(await contents(['200', '201'])).toEqual([...ellens, ['201', 'is away']]);
		expect(await contents([])).toEqual([]);
		const listed = await store.listPersonalMemories(userId);
		expect(listed.map((memory) => memory.content)).toEqual(['likes tea', 'is tall', 'told somebody else']);
	});

	test('no more are stored than the limit, also when several come at once', async () => {
		const { store, ofServer, ofPerson, query, userId } = await seeded(database().db);
		const contents = ['a', 'b', 'c', 'd', 'e'];
		const shared = await Promise.all(contents.map((content) => store.addServerMemory({ ...ofServer, content }, 3)));
		expect(shared.filter((result) => result.ok)).toHaveLength(3);
		expect(shared.find((result) => !result.ok)).toEqual({ ok: false, error: 'too-many' });
		expect(await store.listServerMemories(query.serverId, query.lineageId)).toHaveLength(3);
		const own = await Promise.all(contents.map((content) => store.addPersonalMemory({ ...ofPerson, content }, 2)));
		expect(own.filter((result) => result.ok)).toHaveLength(2);
		expect(await store.listPersonalMemories(userId)).toHaveLength(2);
		expect((await store.addServerMemory({ ...ofServer, content: 'f' }, 0)).ok).toBe(false);
	});

	test("a person who goes takes their own memories along and leaves the server's without an author", async () => {
		const { store, ofServer, ofPerson, query, userId } = await seeded(database().db);
		await store.addServerMemory({ ...ofServer, content: 'shared' }, 9);
		await store.addPersonalMemory({ ...ofPerson, content: 'own' }, 9);
		await database().db.delete(users);
		const found = await store.findMemories(query);
		expect(found.server).toMatchObject([{ content: 'shared', authorUserId: null }]);
		expect(found.personal).toEqual([]);
		expect(await store.listPersonalMemories(userId)).toEqual([]);
	});

	test('several are stored together or not at all', async () => {
		const { store, ofServer, ofPerson, query, userId } = await seeded(database().db);
		const { gates, ...server } = ofServer;
		const { gates: _gates, ...person } = ofPerson;
		const words = ['a', 'b'].map((content) => ({ content, gates }));
		expect(await store.addServerMemories(server, words, 1)).toEqual({ ok: false, error: 'too-many' });
		expect(await store.addPersonalMemories(person, words, 1)).toEqual({ ok: false, error: 'too-many' });
		expect(await store.findMemories(query)).toEqual({ server: [], personal: [] });
		const both = await Promise.all([
			store.addServerMemories(server, words, 3),
			store.addServerMemories(server, words, 3),
		]);
		expect(both.filter(({ ok }) => ok)).toHaveLength(1);
		expect((await store.addPersonalMemories(person, words, 2)).ok).toBe(true);
		expect((await store.addPersonalMemories(person, [], 2)).ok).toBe(true);
		const found = await store.findMemories(query);
		expect(found.server.map(({ content, authorUserId }) => [content, authorUserId])).toEqual([
			['a', userId],
			['b', userId],
		]);
		expect(found.personal.map(({ content }) => content)).toEqual(['a', 'b']);
	});

	test('a memory changes and goes for its owner alone', async () => {
		const { store, ofServer, ofPerson, query, userId, workspace } = await seeded(database().db);
		const shared = await store.addServerMemory({ ...ofServer, content: 'shared' }, 9);
		const own = await store.addPersonalMemory({ ...ofPerson, content: 'own' }, 9);
		if (!shared.ok || !own.ok) throw new Error('too many');
		const words = { content: 'new\0', gates: { channels: ['tea'], keywords: ['cup'] } };
		const other = { serverId: (workspace.id + 1) as typeof workspace.id, userId: (userId + 1) as typeof userId };
		expect(await store.editServerMemory(other.serverId, shared.value.id, words)).toBe(false);
		expect(await store.editPersonalMemory(other.userId, own.value.id, words)).toBe(false);
		expect(await store.removeServerMemory(other.serverId, shared.value.id)).toBe(false);
		expect(await store.removePersonalMemory(other.userId, own.value.id)).toBe(false);
		expect(await store.editServerMemory(workspace.id, shared.value.id, words)).toBe(true);
		expect(await store.editPersonalMemory(userId, own.value.id, words)).toBe(true);
		const changed = { content: 'new', gates: words.gates };
		const found = await store.findMemories(query);
		expect(found).toMatchObject({ server: [{ ...changed, authorUserId: userId }], personal: [changed] });
		expect(await store.removeServerMemory(workspace.id, shared.value.id)).toBe(true);
		expect(await store.removePersonalMemory(userId, own.value.id)).toBe(true);
		expect(await store.findMemories(query)).toEqual({ server: [], personal: [] });
	});

	test('a lineage is always above 0', async () => {
		const { store, ofServer, ofPerson } = await seeded(database().db);
		const lineageId = 0 as LineageId;
		await expect(store.addServerMemory({ ...ofServer, lineageId, content: 'x' }, 9)).rejects.toThrow();
		await expect(store.addPersonalMemory({ ...ofPerson, lineageId, content: 'x' }, 9)).rejects.toThrow();
	});
});

describeStores('samples of a persona', (database) => {
	test('are appended in order, up to the limit, also when several come at once', async () => {
		const { persona } = await seedRows(database().db);
		const personas = createPersonaStore(database().db);
		const first = await personas.addSample(persona.id, { user: null, persona: 'Hm\0.' });
		expect(first).toMatchObject({ ok: true, value: { id: persona.id, samples: [{ user: null, persona: 'Hm.' }] } });
		const more = Array.from({ length: 20 }, (_, index) => ({ user: 'hi', persona: `answer ${index}` }));
		const stored = await Promise.all(more.map((sample) => personas.addSample(persona.id, sample)));
		expect(stored.filter((result) => result.ok)).toHaveLength(14);
		expect(stored.find((result) => !result.ok)).toEqual({ ok: false, error: 'too-many' });
		const { samples } = await personas.mainPersona(persona.serverId);
		expect(samples).toHaveLength(15);
		expect(samples[0]).toEqual({ user: null, persona: 'Hm.' });
	});
});
