/** What a scope chose for a provider, and the presets it may choose. */
import { expect, test } from 'vitest';
import { createPresetStore } from '#adapters/postgres/preset-store';
import { createSettingsStore } from '#adapters/postgres/settings-store';
import { seedPresets } from '#app/seed-presets';
import type { StoredPreset } from '#domain/preset';
import { EMPTY_MODEL_CHOICE, type ModelChoice } from '#domain/settings';
import type { ModelScopeKey } from '#ports/settings-store';
import { describeStores, type TestDatabase } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

const CHOICE: ModelChoice = {
	presetName: 'Carefree-Kayra',
	sampling: { temperature: 1.35, topK: 15, topP: 0.5 },
	enabledSamplers: ['temperature', 'topK', 'topP', 'minP'],
	editedSamplers: ['topP'],
	thinkingLevel: 'low',
	maxOutputTokens: 150,
	stopStrings: ['\n\n'],
};

async function scopesOf(store: TestDatabase) {
	const { workspace, persona, userId } = await seedRows(store.db);
	const settings = createSettingsStore(store.db);
	const keys: readonly ModelScopeKey[] = [
		{ scope: 'server', serverId: workspace.id },
		{ scope: 'user', userId },
	];
	const query = { serverId: workspace.id, channelId: '300', personaId: persona.id, userId };
	const active = async (key: ModelScopeKey) => (await settings.readScopes(query))[key.scope];
	return { settings, keys, active };
}

describeStores('a model choice', (store) => {
	test('is written to the active configuration and the saved row of its scope, and of no other', async () => {
		const { settings, keys, active } = await scopesOf(store());
		for (const key of keys) {
			expect(await settings.readSavedProvider(key, 'novelai')).toBeNull();
			await settings.writeModel(key, 'novelai', { ...CHOICE, modelCodename: 'kayra-v1' });
			expect(await settings.readSavedProvider(key, 'novelai')).toEqual({ ...CHOICE, modelCodename: 'kayra-v1' });
			expect(await active(key)).toMatchObject({ ...CHOICE, modelCodename: 'kayra-v1' });
			expect(await settings.readSavedProvider(key, 'custom')).toBeNull();
		}
	});

	test('an edit in a scope that has chosen no model leaves that open', async () => {
		const { settings, keys, active } = await scopesOf(store());
		for (const key of keys) {
			const change = {
				...EMPTY_MODEL_CHOICE,
				sampling: { topK: 3 },
				modelCodename: 'glm-4-6',
				keepsInheritedModel: true,
			};
			await settings.writeModel(key, 'novelai', change);
			expect(await active(key)).toMatchObject({ modelCodename: null, sampling: { topK: 3 } });
			expect(await settings.readSavedProvider(key, 'novelai')).toMatchObject({ modelCodename: 'glm-4-6' });
		}
	});

	test('both rows change or none does', async () => {
		const { settings, keys, active } = await scopesOf(store());
		const tooMany = Array.from({ length: 41 }, (_each, index) => `stop ${index}`);
		for (const key of keys) {
			await settings.writeModel(key, 'novelai', { ...CHOICE, modelCodename: 'kayra-v1' });
			const broken = settings.writeModel(key, 'novelai', { stopStrings: tooMany, modelCodename: 'glm-4-6' });
			await expect(broken).rejects.toThrow('stop_strings_max');
			expect(await active(key)).toMatchObject({ ...CHOICE, modelCodename: 'kayra-v1' });
			expect(await settings.readSavedProvider(key, 'novelai')).toEqual({ ...CHOICE, modelCodename: 'kayra-v1' });
		}
	});
});

const preset = (name: string, isDefault: boolean): StoredPreset => {
	return { name, target: 'kayra', isDefault, parameters: { temperature: 1, order: [0] } };
};

describeStores('presets', (store) => {
	test('the catalog is 13 rows for Kayra, 5 for Erato and 1 for Xialong, each with one default, and is written once', async () => {
		const presets = createPresetStore(store().db);
		expect(await seedPresets(presets)).toBe(true);
		expect(await seedPresets(presets)).toBe(false);
		const rows = await presets.listPresets();
		const counts = Object.entries(Object.groupBy(rows, (row) => row.target)).map(([target, group]) => [
			target,
			group?.length,
		]);
		expect(Object.fromEntries(counts)).toEqual({ kayra: 13, erato: 5, xialong: 1 });
		const defaults = rows.filter((row) => row.isDefault).map((row) => row.name);
		expect(defaults.toSorted()).toEqual(['Carefree-Kayra', 'Default-Xialong', 'Erato-Shosetsu']);
		const carefree = rows.find((row) => row.name === 'Carefree-Kayra');
		expect(carefree?.parameters).toMatchObject({ temperature: 1.35, top_k: 15, order: [2, 3, 0, 4, 1] });
		expect(rows.map((row) => row.name)).not.toContain('Default-GLM');
	});

	test('a changed catalog moves the default, changes parameters and drops what left it', async () => {
		const presets = createPresetStore(store().db);
		await presets.seedPresets([preset('a', true), preset('b', false), preset('c', false)], 'one');
		const changed = { ...preset('b', true), parameters: { temperature: 2 } };
		expect(await presets.seedPresets([preset('a', false), changed], 'two')).toBe(true);
		expect(await presets.listPresets()).toEqual([changed, preset('a', false)]);
	});

	test('two processes that seed at once both succeed', async () => {
		const presets = createPresetStore(store().db);
		await Promise.all([seedPresets(presets), seedPresets(presets)]);
		expect(await presets.listPresets()).toHaveLength(19);
	});
});
