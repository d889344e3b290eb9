/** Settings of all scopes. */
import { expect, test } from 'vitest';
import { StoreQueryError } from '#adapters/postgres/query-failure';
import { createSettingsStore } from '#adapters/postgres/settings-store';
import { EMPTY_SETTINGS_ROW, type SettingsRow } from '#domain/settings';
import type { SettingsScopeKey } from '#ports/settings-store';
import { describeStores, type TestDatabase } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

const FULL_ROW: SettingsRow = {
	language: 'ja',
	zone: '+09:00',
	modelCodename: 'glm-4-6',
	thinkingLevel: 'low',
	maxOutputTokens: 150,
	sampling: { temperature: 0.7, topP: 0, topK: 0, minP: 0.05, frequencyPenalty: -2, presencePenalty: 1.5 },
	presetName: 'Carefree-Kayra',
	enabledSamplers: ['temperature', 'topK', 'topP', 'minP'],
	editedSamplers: ['topP', 'presencePenalty'],
	stopStrings: ['\n\n', 'The end'],
	fallbackModels: ['kayra-v1', 'glm-4-6'],
	personalServerFallback: false,
	messageFetchLimit: 20,
	humanizerDegree: 0,
	timeAwarenessEnabled: false,
	contextNote: 'It rains.',
	contextNoteDepth: 0,
	prompt: 'Be brief.',
	promptMode: 'replace',
	uncensorUnicodeSpaceEnabled: true,
	uncensorSanitizeEnabled: false,
	verbatimToolCallingEnabled: true,
	speakerStopEnabled: true,
	autoReplyMin: 0,
	autoReplyMax: 5,
	deliberateTriggersOnly: false,
	matchLimit: 1,
	cascadeLimit: 0,
	cooldownScope: 'strict',
	cooldownSeconds: 30,
	userRepliesPerDay: 0,
	channelRepliesPerDay: 200,
	serverRepliesPerDay: 1_000,
	membersMayTeach: true,
	personalMemoriesEnabled: false,
	conditioningEnabled: false,
	retentionDays: 30,
	visionModel: 'custom:eyes',
};

async function scopesOf(store: TestDatabase) {
	const { workspace, persona, userId } = await seedRows(store.db);
	const query = { serverId: workspace.id, channelId: '300', personaId: persona.id, userId };
	const keys: readonly SettingsScopeKey[] = [
		{ scope: 'server', serverId: workspace.id },
		{ scope: 'channel', serverId: workspace.id, channelId: '300' },
		{ scope: 'persona', personaId: persona.id },
		{ scope: 'user', userId },
	];
	return { query, keys, settings: createSettingsStore(store.db) };
}

describeStores('settings store', (store) => {
	test('scopes that nobody wrote are null', async () => {
		const { query, settings } = await scopesOf(store());
		expect(await settings.readScopes(query)).toEqual({ server: null, channel: null, persona: null, user: null });
	});

	test('every field of every scope comes back as it was written, zeros included', async () => {
		const { query, keys, settings } = await scopesOf(store());
		for (const key of keys) await settings.writeScope(key, FULL_ROW);
		expect(await settings.readScopes(query)).toEqual({
			server: FULL_ROW,
			channel: FULL_ROW,
			persona: FULL_ROW,
			user: FULL_ROW,
		});
	});

	test('a change touches only the fields it names, and null makes a field inherit again', async () => {
		const { query, keys, settings } = await scopesOf(store());
		for (const key of keys) {
			await settings.writeScope(key, FULL_ROW);
			await settings.writeScope(key, { zone: null, humanizerDegree: 3 });
			await settings.writeScope(key, {});
		}
		const expected = { ...FULL_ROW, zone: null, humanizerDegree: 3 };
		expect(await settings.readScopes(query)).toEqual({
			server: expected,
			channel: expected,
			persona: expected,
			user: expected,
		});
	});

	test('a row with one field set inherits all others', async () => {
		const { query, keys, settings } = await scopesOf(store());
		for (const key of keys) await settings.writeScope(key, { maxOutputTokens: 99 });
		expect((await settings.readScopes(query)).channel).toEqual({ ...EMPTY_SETTINGS_ROW, maxOutputTokens: 99 });
	});

	test('samplers are replaced together, so that a sampler left out inherits again', async () => {
		const { query, keys, settings } = await scopesOf(store());
		for (const key of keys) {
			await settings.writeScope(key, { sampling: { temperature: 1, topK: 40 } });
			await settings.writeScope(key, { sampling: { temperature: 0.5 } });
		}
		expect((await settings.readScopes(query)).user?.sampling).toEqual({ temperature: 0.5 });
	});

	test('a channel of another workspace keeps its own row', async () => {
		const { query, keys, settings } = await scopesOf(store());
		for (const key of keys) await settings.writeScope(key, { maxOutputTokens: 1 });
		const elsewhere = await settings.readScopes({ ...query, channelId: '301' });
		expect(elsewhere.channel).toBeNull();
		expect(elsewhere.server?.maxOutputTokens).toBe(1);
	});

	test('writes to one new scope at the same time leave one row with both fields', async () => {
		const { query, keys, settings } = await scopesOf(store());
		for (const key of keys) {
			await Promise.all([settings.writeScope(key, { zone: 'UTC' }), settings.writeScope(key, { maxOutputTokens: 5 })]);
		}
		expect((await settings.readScopes(query)).server).toMatchObject({ zone: 'UTC', maxOutputTokens: 5 });
	});

	test('the database itself refuses a fetch limit out of range', async () => {
		const { keys, settings } = await scopesOf(store());
		for (const key of keys) {
			const write = settings.writeScope(key, { messageFetchLimit: 101 });
			await expect(write).rejects.toThrow(StoreQueryError);
			await expect(write).rejects.toMatchObject({ code: '23514' });
		}
	});
});
