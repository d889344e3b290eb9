/** Personas of a workspace. */
import { expect, test } from 'vitest';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { StoreQueryError, storeQuery } from '#adapters/postgres/query-failure';
import { personas } from '#adapters/postgres/schema/personas';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import { PERSONA_LIMITS, type PersonaDraft } from '#domain/persona';
import { describeStores } from '../support/store-for-test.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

const FULL_DRAFT: PersonaDraft = {
	name: 'Élan 灯',
	attributes: ['quiet, "kind", {braces}', 'likes\nstones', ''],
	samples: [
		{ user: 'hi', persona: 'hey' },
		{ user: null, persona: 'a line of my own' },
	],
	triggerWords: ['elan', 'NULL'],
	attg: { author: 'a', title: 't', tags: 'x, y', genre: 'g', stars: 4 },
};

describeStores('persona store', (store) => {
	test('everything of a persona comes back as it was stored', async () => {
		const { workspace } = await seedRows(store().db);
		const personaStore = createPersonaStore(store().db);
		const created = await personaStore.createMainPersona(workspace.id, FULL_DRAFT);
		expect(created.ok && created.value).toMatchObject({ ...FULL_DRAFT, isAlter: false, serverId: workspace.id });
		expect(created.ok && (await personaStore.findPersona(workspace.id, FULL_DRAFT.name))).toEqual(
			created.ok && created.value,
		);
	});

	test('a new main persona makes the former one an alter and has a lineage of its own above 0', async () => {
		const { workspace, persona } = await seedRows(store().db);
		const personaStore = createPersonaStore(store().db);
		const created = await personaStore.createMainPersona(workspace.id, personaDraft('Anon'));
		const main = await personaStore.mainPersona(workspace.id);
		expect(created.ok && created.value.id).toBe(main.id);
		expect(main.lineageId).toBeGreaterThan(0);
		expect(main.lineageId).not.toBe(persona.lineageId);
		expect((await personaStore.findPersona(workspace.id, 'Tomori'))?.isAlter).toBe(true);
	});

	test('personas are listed with the main one first and then by name', async () => {
		const { workspace } = await seedRows(store().db);
		const personaStore = createPersonaStore(store().db);
		for (const name of ['beta', 'Alpha', 'gamma'])
			await personaStore.createMainPersona(workspace.id, personaDraft(name));
		const names = (await personaStore.listPersonas(workspace.id)).map((persona) => persona.name);
		expect(names).toEqual(['gamma', 'Alpha', 'beta', 'Tomori']);
	});

	test('a name that differs only in case is taken, also outside ASCII', async () => {
		const { workspace } = await seedRows(store().db);
		const personaStore = createPersonaStore(store().db);
		expect((await personaStore.createMainPersona(workspace.id, personaDraft('ÉLAN'))).ok).toBe(true);
		expect(await personaStore.createMainPersona(workspace.id, personaDraft('élan'))).toEqual({
			ok: false,
			error: 'name-taken',
		});
		expect((await personaStore.findPersona(workspace.id, 'Élan'))?.name).toBe('ÉLAN');
		expect((await personaStore.mainPersona(workspace.id)).name).toBe('ÉLAN');
	});

	test('a workspace takes personas up to the limit and refuses the next', async () => {
		const { workspace } = await seedRows(store().db);
		const personaStore = createPersonaStore(store().db);
		for (let index = 1; index < PERSONA_LIMITS.personasPerServerMax; index += 1) {
			expect((await personaStore.createMainPersona(workspace.id, personaDraft(`p${index}`))).ok).toBe(true);
		}
		const refused = await personaStore.createMainPersona(workspace.id, personaDraft('one more'));
		expect(refused).toEqual({ ok: false, error: 'too-many' });
	});

	test('creations at the same time end with one main persona and no name twice', async () => {
		const { workspace } = await seedRows(store().db);
		const personaStore = createPersonaStore(store().db);
		const names = ['a', 'b', 'A', 'c', 'B', 'a'];
		const results = await Promise.all(
			names.map((name) => personaStore.createMainPersona(workspace.id, personaDraft(name))),
		);
		expect(results.filter((result) => result.ok)).toHaveLength(3);
		const all = await personaStore.listPersonas(workspace.id);
		expect(all.filter((persona) => !persona.isAlter)).toHaveLength(1);
		expect(all).toHaveLength(4);
	});

	test('switching makes a stored persona the main one again, whatever its case, and changes nothing else', async () => {
		const { workspace, persona } = await seedRows(store().db);
		const personaStore = createPersonaStore(store().db);
		await personaStore.createMainPersona(workspace.id, personaDraft('Élan'));
		expect(await personaStore.switchMainPersona(workspace.id, 'tomori')).toEqual(persona);
		expect(await personaStore.mainPersona(workspace.id)).toEqual(persona);
		expect((await personaStore.findPersona(workspace.id, 'Élan'))?.isAlter).toBe(true);
		expect(await personaStore.switchMainPersona(workspace.id, 'TOMORI')).toEqual(persona);
		expect(await personaStore.switchMainPersona(workspace.id, 'nobody')).toBeNull();
		expect(await personaStore.mainPersona(workspace.id)).toEqual(persona);
	});

	test("switching finds no other workspace's persona", async () => {
		const { workspace } = await seedRows(store().db);
		const other = await createWorkspaceStore(store().db).ensureWorkspace(guildKey('101'), personaDraft('Tomori'));
		const personaStore = createPersonaStore(store().db);
		await personaStore.createMainPersona(other.id, personaDraft('Theirs'));
		expect(await personaStore.switchMainPersona(workspace.id, 'Theirs')).toBeNull();
		expect((await personaStore.mainPersona(other.id)).name).toBe('Theirs');
	});

	test('switches and creations at the same time end with one main persona', async () => {
		const { workspace } = await seedRows(store().db);
		const personaStore = createPersonaStore(store().db);
		const names = ['a', 'b', 'c'];
		for (const name of names) await personaStore.createMainPersona(workspace.id, personaDraft(name));
		const switches = [...names, 'Tomori', ...names].map((name) => personaStore.switchMainPersona(workspace.id, name));
		const creations = ['d', 'e'].map((name) => personaStore.createMainPersona(workspace.id, personaDraft(name)));
		expect((await Promise.all(switches)).every((persona) => persona?.isAlter === false)).toBe(true);
		expect((await Promise.all(creations)).every((created) => created.ok)).toBe(true);
		const all = await personaStore.listPersonas(workspace.id);
		expect([all.length, all.filter((persona) => !persona.isAlter).length]).toEqual([6, 1]);
	});

	test('the database itself refuses a second main persona and a lineage of 0', async () => {
		const { workspace } = await seedRows(store().db);
		const row = {
			serverId: workspace.id,
			name: 'x',
			nameKey: 'x',
			isAlter: false,
			attributes: [],
			samples: [],
			triggerWords: [],
		};
		const second = storeQuery('test', async () => await store().db.insert(personas).values(row));
		await expect(second).rejects.toThrow(StoreQueryError);
		await expect(second).rejects.toMatchObject({ code: '23505', constraint: 'personas_one_main_per_server' });
		const zero = storeQuery(
			'test',
			async () =>
				await store()
					.db.insert(personas)
					.values({ ...row, isAlter: true, lineageId: 0 }),
		);
		await expect(zero).rejects.toMatchObject({ code: '23514', constraint: 'personas_lineage_id_positive' });
	});

	test("characters that the database cannot hold are left out of a card's texts", async () => {
		const { workspace } = await seedRows(store().db);
		const draft = {
			...personaDraft('N\0ul'),
			attributes: ['a\0b'],
			samples: [{ user: '\ud800', persona: 'x\0' }],
		};
		const created = await createPersonaStore(store().db).createMainPersona(workspace.id, draft);
		expect(created.ok && created.value).toMatchObject({
			name: 'Nul',
			attributes: ['ab'],
			samples: [{ user: '\ufffd', persona: 'x' }],
		});
	});
});
