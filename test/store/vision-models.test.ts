/** What the operator is told of models that look at pictures. */
import { expect, test } from 'vitest';
import { createCustomProviderStore } from '#adapters/postgres/custom-provider-store';
import { inspectVisionModels } from '#adapters/postgres/inspect-vision-models';
import { createSettingsStore } from '#adapters/postgres/settings-store';
import type { CustomProvider } from '#domain/custom-provider';
import { describeStores } from '../support/store-for-test.ts';
import { seedRows } from '../support/store-rows.ts';

const provider = (name: string, seesImages: boolean): CustomProvider => ({
	name,
	baseUrl: 'https://models.example/v1',
	model: 'm',
	windowTokens: 8_192,
	outputTokensMax: 1_024,
	capabilities: { seesImages, seesVideos: false, hasTools: false },
	mayBePrivate: false,
});

describeStores('chosen vision models', (store) => {
	test('are looked up among the endpoints of the scope that chose them', async () => {
		const { db } = store();
		const { workspace, userId } = await seedRows(db);
		const settings = createSettingsStore(db);
		const providers = createCustomProviderStore(db);
		const server = { kind: 'server', serverId: workspace.id } as const;
		expect(await inspectVisionModels(db)).toEqual({ chosen: 0, gone: 0, blind: 0 });
		await settings.writeScope({ scope: 'server', serverId: workspace.id }, { visionModel: 'custom:eyes' });
		await settings.writeScope({ scope: 'user', userId }, { visionModel: 'custom:eyes' });
		expect(await inspectVisionModels(db)).toEqual({ chosen: 2, gone: 2, blind: 0 });
		await providers.saveProvider(server, provider('Eyes', true));
		expect(await inspectVisionModels(db)).toEqual({ chosen: 2, gone: 1, blind: 0 });
		await providers.saveProvider({ kind: 'personal', userId }, provider('eyes', false));
		expect(await inspectVisionModels(db)).toEqual({ chosen: 2, gone: 0, blind: 1 });
	});
});
