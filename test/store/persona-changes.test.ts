/** Personas that change, go, and have pictures. */
import { expect, test } from 'vitest';
import { createPersonaCardStore } from '#adapters/postgres/persona-card-store';
import { createPersonaStore } from '#adapters/postgres/persona-store';
import { createWorkspaceStore } from '#adapters/postgres/workspace-store';
import type { LineageId, PersonaId } from '#domain/ids';
import type { Persona } from '#domain/persona';
import type { PersonaPicture } from '#domain/persona-card';
import { describeStores } from '../support/store-for-test.ts';
import { guildKey, personaDraft, seedRows } from '../support/store-rows.ts';

const picture = (first: number): PersonaPicture => ({ bytes: Uint8Array.of(first, 0, 255), mimeType: 'image/png' });

describeStores('changed personas', (store) => {
	async function withAlter() {
		const { workspace, persona: main } = await seedRows(store().db);
		const personas = createPersonaStore(store().db);
		const created = await personas.createAlter(workspace.id, personaDraft('Rin'));
		if (!created.ok) throw new Error(created.error);
		return { serverId: workspace.id, main, rin: created.value, personas };
	}

	test('an alter stands beside the main persona, with a lineage of its own or that of its character', async () => {
		const { serverId, main, rin, personas } = await withAlter();
		expect(rin).toMatchObject({ name: 'Rin', isAlter: true, aliases: [] });
		expect((await personas.mainPersona(serverId)).id).toBe(main.id);
		expect(rin.lineageId).not.toBe(main.lineageId);
		const copy = await personas.createAlter(serverId, personaDraft('Rin II'), rin.lineageId);
		expect(copy.ok && copy.value.lineageId).toBe(rin.lineageId);
		expect((await personas.createAlter(serverId, personaDraft('RIN'))).ok).toBe(false);
	});

	test('changes what is given and leaves the rest', async () => {
		const { serverId, rin, personas } = await withAlter();
		const attg = { author: 'a', title: '', tags: 'b', genre: '', stars: 3 };
		const change = { name: 'Mio', aliases: ['Fox'], triggerWords: ['狐'], attributes: ['Calm.'], attg };
		const changed = await personas.changePersona(serverId, rin.id, change);
		expect(changed.ok && changed.value).toEqual({ ...rin, ...change } satisfies Persona);
		expect(await personas.findPersona(serverId, 'rin')).toBeNull();
		const same = await personas.changePersona(serverId, rin.id, {});
		expect(same).toEqual(changed);
		expect(await personas.changePersona(serverId, rin.id, { name: 'MIO' })).toMatchObject({ ok: true });
	});

	test('refuses a name that another bears, and a persona of another workspace', async () => {
		const { serverId, main, rin, personas } = await withAlter();
		const taken = { ok: false, error: 'name-taken' };
		expect(await personas.changePersona(serverId, rin.id, { name: main.name.toUpperCase() })).toEqual(taken);
		const other = await createWorkspaceStore(store().db).ensureWorkspace(guildKey('9100'), personaDraft('Tomori'));
		const gone = { ok: false, error: 'gone' };
		expect(await personas.changePersona(other.id, rin.id, { name: 'Kai' })).toEqual(gone);
		expect(await personas.removePersona(other.id, rin.id, null)).toEqual(gone);
	});

	test('removes an alter at once, and the main persona only for another one of the same workspace', async () => {
		const { serverId, main, rin, personas } = await withAlter();
		const refused = { ok: false, error: 'needs-next' };
		for (const next of [null, main.id, 99_999 as PersonaId]) {
			expect(await personas.removePersona(serverId, main.id, next)).toEqual(refused);
		}
		expect(await personas.removePersona(serverId, main.id, rin.id)).toMatchObject({
			ok: true,
			value: { name: main.name },
		});
		expect((await personas.mainPersona(serverId)).id).toBe(rin.id);
		expect(await personas.removePersona(serverId, rin.id, null)).toEqual(refused);
		expect(await personas.removePersona(serverId, main.id, null)).toEqual({ ok: false, error: 'gone' });
	});

	test('of twenty that remove one main persona for different followers one does', async () => {
		const { serverId, main, personas } = await withAlter();
		const others = await Promise.all(
			Array.from({ length: 10 }, (_, index) => personas.createAlter(serverId, personaDraft(`Kai ${index}`))),
		);
		const removals = others.flatMap((other) =>
			other.ok ? [personas.removePersona(serverId, main.id, other.value.id)] : [],
		);
		expect((await Promise.all(removals)).filter((removed) => removed.ok)).toHaveLength(1);
		expect((await personas.listPersonas(serverId)).filter((persona) => !persona.isAlter)).toHaveLength(1);
	});

	test('keeps the emoji of a picture until there is another picture', async () => {
		const { rin } = await withAlter();
		const cards = createPersonaCardStore(store().db);
		expect(await cards.findAvatar(rin.id)).toBeNull();
		await cards.savePicture(rin.id, picture(1));
		expect(await cards.findAvatar(rin.id)).toEqual({ emojiId: null });
		await cards.setAvatar(rin.id, { emojiId: '5', picture: picture(1) });
		expect(await cards.findAvatar(rin.id)).toEqual({ emojiId: '5' });
		await cards.savePicture(rin.id, picture(2));
		await cards.setAvatar(rin.id, { emojiId: '5', picture: picture(1) });
		expect(await cards.findAvatar(rin.id)).toEqual({ emojiId: null });
	});

	test('a lineage that is given may be any that there was', async () => {
		const { serverId, personas } = await withAlter();
		const created = await personas.createAlter(serverId, personaDraft('Old'), 4_711 as LineageId);
		expect(created.ok && created.value.lineageId).toBe(4_711);
	});
});
