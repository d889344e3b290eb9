/** Pictures of personas and what their cards say, and lore and samples that change. */
import { expect, test } from 'vitest';
import { createLorebookStore } from '#adapters/postgres/lorebook-store';
import { createPersonaCardStore } from '#adapters/postgres/persona-card-store';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import { LOREBOOK_DEFAULTS, type LorebookDraft } from '#domain/lorebook';
import { CARD_LIMITS, type PersonaPicture } from '#domain/persona-card';
import { describeStores } from '../support/store-for-test.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

const draft: LorebookDraft = { ...LOREBOOK_DEFAULTS, title: '', content: 'The tower is old.', keys: ['tower'] };

describeStores('persona card store', (database) => {
	test('a picture comes back byte for byte, and the next takes its place', async () => {
		const { persona } = await seedRows(database().db);
		const store = createPersonaCardStore(database().db);
		expect(await store.findPicture(persona.id)).toBeNull();
		const first: PersonaPicture = { bytes: Uint8Array.from([0, 255, 128, 0]), mimeType: 'image/png' };
		const second: PersonaPicture = { bytes: Uint8Array.from([7]), mimeType: 'image/webp' };
		for (const picture of [first, second]) {
			await store.savePicture(persona.id, picture);
			expect(await store.findPicture(persona.id)).toEqual(picture);
		}
	});

	test('the largest picture is kept, and the database takes none beyond', async () => {
		const { persona } = await seedRows(database().db);
		const store = createPersonaCardStore(database().db);
		const picture = (bytes: number): PersonaPicture => ({ bytes: new Uint8Array(bytes), mimeType: 'image/png' });
		await store.savePicture(persona.id, picture(CARD_LIMITS.pictureBytesMax));
		await expect(store.savePicture(persona.id, picture(CARD_LIMITS.pictureBytesMax + 1))).rejects.toThrow();
		expect((await store.findPicture(persona.id))?.bytes.length).toBe(CARD_LIMITS.pictureBytesMax);
	}, 120_000);

	test('fields of a card come back, without what no database holds', async () => {
		const { persona } = await seedRows(database().db);
		const store = createPersonaCardStore(database().db);
		expect(await store.findFields(persona.id)).toBeNull();
		await store.saveFields(persona.id, { first_mes: 'Hi\0 灯🗼\ud800', tags: ['a', { b: null }], '\0odd': 1 });
		expect(await store.findFields(persona.id)).toEqual({
			first_mes: 'Hi 灯🗼\ufffd',
			tags: ['a', { b: null }],
			odd: 1,
		});
		await store.saveFields(persona.id, {});
		expect(await store.findFields(persona.id)).toEqual({});
	});
});

describeStores('lore that changes', (database) => {
	test('an entry is changed whole, keeps its number, and goes once', async () => {
		const { workspace, persona } = await seedRows(database().db);
		const store = createLorebookStore(database().db);
		const owner = { serverId: workspace.id, lineageId: persona.lineageId };
		const added = await store.addEntry(owner, draft, 9);
		if (!added.ok) throw new Error(added.error);
		const { id } = added.value;
		const next: LorebookDraft = {
			title: 'T\0',
			content: 'New\0.',
			keys: ['a'],
			secondaryKeys: ['b'],
			secondaryLogic: 'not-all',
			isConstant: true,
			isEnabled: false,
			insertionOrder: 1,
			position: 'after',
			isCaseSensitive: true,
			matchesWholeWords: false,
			scanDepth: null,
			usesPatterns: true,
		};
		const changed = await store.changeEntry(workspace.id, id, next);
		expect(changed).toMatchObject({ ...next, ...owner, id, title: 'T', content: 'New.' });
		expect(changed?.updatedAtMs).toBeGreaterThanOrEqual(changed?.createdAtMs ?? Number.POSITIVE_INFINITY);
		expect(await store.removeEntry(workspace.id, id)).toBe(true);
		expect(await store.removeEntry(workspace.id, id)).toBe(false);
		expect(await store.changeEntry(workspace.id, id, next)).toBeNull();
	});

	test("another server's entry is neither changed nor removed", async () => {
		const { workspace } = await seedRows(database().db);
		const elsewhere = await createWorkspaceStore(database().db).ensureWorkspace(
			guildKey('101'),
			personaDraft('Tomori'),
		);
		const store = createLorebookStore(database().db);
		const added = await store.addEntry({ serverId: elsewhere.id, lineageId: null }, draft, 9);
		if (!added.ok) throw new Error(added.error);
		expect(await store.changeEntry(workspace.id, added.value.id, draft)).toBeNull();
		expect(await store.removeEntry(workspace.id, added.value.id)).toBe(false);
	});
});

describeStores('samples that change, and given lineages', (database) => {
	const [first, second, third] = ['one', 'two', 'three'].map((persona) => ({ user: null, persona }));

	test('an example is changed or removed only where it still stands', async () => {
		if (!first || !second || !third) throw new Error('three samples');
		const { persona } = await seedRows(database().db);
		const store = createPersonaStore(database().db);
		for (const sample of [first, second]) await store.addSample(persona.id, sample);
		const index = (await store.mainPersona(persona.serverId)).samples.length - 1;
		const changed = await store.changeSample(persona.id, { index, sample: second }, third);
		expect(changed).toMatchObject({ ok: true, value: { samples: expect.arrayContaining([first, third]) } });
		for (const at of [
			{ index, sample: second },
			{ index: 99, sample: third },
		]) {
			expect(await store.changeSample(persona.id, at, null)).toEqual({ ok: false, error: 'changed' });
		}
		const removed = await store.changeSample(persona.id, { index: index - 1, sample: first }, null);
		expect(removed.ok && removed.value.samples.at(-1)).toEqual(third);
	});

	test('of two removals of one example at once, one removes it', async () => {
		if (!first) throw new Error('a sample');
		const { persona } = await seedRows(database().db);
		const store = createPersonaStore(database().db);
		await store.addSample(persona.id, first);
		await store.addSample(persona.id, first);
		const before = (await store.mainPersona(persona.serverId)).samples.length;
		const at = { index: before - 1, sample: first };
		const removals = await Promise.all([1, 2].map(() => store.changeSample(persona.id, at, null)));
		expect(removals.filter((removal) => removal.ok).length).toBe(1);
		expect((await store.mainPersona(persona.serverId)).samples.length).toBe(before - 1);
	});

	test('a persona is of the lineage it is given, and of a new one otherwise', async () => {
		const { workspace, persona } = await seedRows(database().db);
		const store = createPersonaStore(database().db);
		const copy = await store.createMainPersona(workspace.id, personaDraft('Copy'), persona.lineageId);
		expect(copy.ok && copy.value.lineageId).toBe(persona.lineageId);
		const other = await store.createMainPersona(workspace.id, personaDraft('Other'), null);
		expect(other.ok && other.value.lineageId).not.toBe(persona.lineageId);
	});
});
