/** Lorebook entries of servers and of their personas. */
import { expect, test } from 'vitest';
import { createLorebookStore } from '#adapters/postgres/lorebook-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { LineageId } from '#domain/ids';
import { LOREBOOK_DEFAULTS, type LorebookDraft } from '#domain/lorebook';
import { describeStores } from '../support/store-for-test.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

const draft = (change: Partial<LorebookDraft> = {}): LorebookDraft => ({
	...LOREBOOK_DEFAULTS,
	title: '',
	content: 'The tower is old.',
	keys: ['tower'],
	...change,
});

describeStores('lorebook store', (database) => {
	test('an entry comes back with every field it was given', async () => {
		const { workspace, persona } = await seedRows(database().db);
		const store = createLorebookStore(database().db);
		const owner = { serverId: workspace.id, lineageId: persona.lineageId };
		const whole: LorebookDraft = {
			title: 'The tower',
			content: 'Old\0 and high.',
			keys: ['tower', '/high, old/i'],
			secondaryKeys: ['night'],
			secondaryLogic: 'not-any',
			isConstant: true,
			isEnabled: false,
			insertionOrder: -5,
			position: 'after',
			isCaseSensitive: true,
			matchesWholeWords: false,
			scanDepth: 3,
			usesPatterns: true,
		};
		const added = await store.addEntry(owner, whole, 9);
		if (!added.ok) throw new Error(added.error);
		expect(added.value).toMatchObject({ ...whole, ...owner, content: 'Old and high.' });
		expect(await store.listEntries(workspace.id, persona.lineageId)).toEqual([added.value]);
	});

	test("the server's entries and the lineage's own are listed by order and age, nobody else's", async () => {
		const { workspace, persona } = await seedRows(database().db);
		const elsewhere = await createWorkspaceStore(database().db).ensureWorkspace(
			guildKey('101'),
			personaDraft('Tomori'),
		);
		const store = createLorebookStore(database().db);
		const shared = { serverId: workspace.id, lineageId: null };
		await store.addEntry(shared, draft({ content: 'third' }), 9);
		await store.addEntry({ ...shared, lineageId: persona.lineageId }, draft({ content: 'fourth' }), 9);
		await store.addEntry(shared, draft({ content: 'first', insertionOrder: 1 }), 9);
		await store.addEntry(shared, draft({ content: 'second', insertionOrder: 2 }), 9);
		await store.addEntry({ ...shared, lineageId: (persona.lineageId + 1_000) as LineageId }, draft(), 9);
		await store.addEntry({ serverId: elsewhere.id, lineageId: null }, draft(), 9);
		const listed = await store.listEntries(workspace.id, persona.lineageId);
		expect(listed.map((entry) => entry.content)).toEqual(['first', 'second', 'third', 'fourth']);
	});

	test('several are stored in their order, all or none', async () => {
		const { workspace, persona } = await seedRows(database().db);
		const store = createLorebookStore(database().db);
		const owner = { serverId: workspace.id, lineageId: null };
		const book = ['a', 'b', 'c'].map((content) => draft({ content }));
		const stored = await store.addEntries(owner, book, 5);
		expect(stored.ok && stored.value.map((entry) => entry.content)).toEqual(['a', 'b', 'c']);
		expect(await store.addEntries(owner, book, 5)).toEqual({ ok: false, error: 'too-many' });
		expect(await store.addEntries(owner, [], 0)).toEqual({ ok: true, value: [] });
		const listed = await store.listEntries(workspace.id, persona.lineageId);
		expect(listed.map((entry) => entry.content)).toEqual(['a', 'b', 'c']);
	});

	test('no more are stored than the limit, also when several come at once', async () => {
		const { workspace, persona } = await seedRows(database().db);
		const store = createLorebookStore(database().db);
		const owner = { serverId: workspace.id, lineageId: null };
		const added = await Promise.all([1, 2, 3, 4].map(() => store.addEntry(owner, draft(), 2)));
		expect(added.filter((result) => result.ok)).toHaveLength(2);
		expect(await store.listEntries(workspace.id, persona.lineageId)).toHaveLength(2);
	});
});
