/** Custom endpoints and their keys at rest. */
import { expect, test } from 'vitest';
import { credentialDigest } from '#adapters/crypto/credential-digest';
import { createSecretBox } from '#adapters/crypto/secret-box';
import { createCredentialStore } from '#adapters/postgres/credential-store';
import { createCustomProviderStore } from '#adapters/postgres/custom-provider-store';
import { createKeyPoolStore } from '#adapters/postgres/key-pool-store';
import { apiKeyRotation } from '#adapters/postgres/schema/key-rotation';
import { type CustomProvider, customCodename } from '#domain/custom-provider';
import { Secret } from '#domain/secret';
import { assert } from '#lib/assert';
import type { CredentialScope } from '#ports/credential-store';
import { describeStores, type TestDatabase } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { seedRows } from '../support/store-rows.ts';

const PROVIDER: CustomProvider = {
	name: 'Ollama',
	baseUrl: 'http://ollama.example:11434/v1',
	model: 'llama3.1:8b',
	windowTokens: 8_192,
	outputTokensMax: 1_024,
	capabilities: { seesImages: true, seesVideos: false, hasTools: true },
	mayBePrivate: true,
};

function storesOver(store: TestDatabase) {
	const box = createSecretBox({ secrets: new Map([[1, 'a secret']]), currentVersion: null });
	assert(box.ok, 'the secrets of a test are valid');
	const options = { db: store.db, secretBox: box.value, digest: credentialDigest, log: recordingLog() };
	return {
		providers: createCustomProviderStore(store.db),
		credentials: createCredentialStore(options),
		keyPool: createKeyPoolStore(options),
	};
}

async function scopesOf(store: TestDatabase) {
	const { workspace, userId } = await seedRows(store.db);
	const server: CredentialScope = { kind: 'server', serverId: workspace.id };
	const personal: CredentialScope = { kind: 'personal', userId };
	return { server, personal, serverId: workspace.id };
}

describeStores('custom provider store', (store) => {
	test('an endpoint comes back as it was saved, whatever the case of its name, and each scope has its own', async () => {
		const { providers } = storesOver(store());
		const { server, personal } = await scopesOf(store());
		await providers.saveProvider(server, PROVIDER);
		const own = { ...PROVIDER, baseUrl: 'https://models.example/v1', mayBePrivate: false };
		await providers.saveProvider(personal, own);
		expect(await providers.findProvider(server, 'OLLAMA')).toEqual(PROVIDER);
		expect(await providers.findProvider(personal, 'ollama')).toEqual(own);
		expect(await providers.findProvider(server, 'other')).toBeNull();
	});

	test('saving again replaces the row of the same name and no other', async () => {
		const { providers } = storesOver(store());
		const { server, personal } = await scopesOf(store());
		for (const scope of [server, personal]) {
			await providers.saveProvider(scope, { ...PROVIDER, name: 'zeta' });
			await providers.saveProvider(scope, PROVIDER);
			const changed = {
				...PROVIDER,
				name: 'OLLAMA',
				model: 'qwen\0 3',
				windowTokens: 40_000,
				capabilities: { seesImages: false, seesVideos: true, hasTools: false },
			};
			await providers.saveProvider(scope, changed);
			const listed = await providers.listProviders(scope);
			expect(listed).toEqual([
				{ ...changed, model: 'qwen 3' },
				{ ...PROVIDER, name: 'zeta' },
			]);
		}
	});

	test('a removed endpoint takes its keys with it and leaves those of others', async () => {
		const { providers, credentials, keyPool } = storesOver(store());
		const { server, personal, serverId } = await scopesOf(store());
		const codename = customCodename(PROVIDER.name);
		for (const scope of [server, personal]) {
			await providers.saveProvider(scope, PROVIDER);
			await credentials.saveCredential(scope, codename, new Secret('sk-of-the-endpoint'));
			await credentials.saveCredential(scope, 'novelai', new Secret('pst-of-another'));
		}
		await keyPool.addKey(serverId, codename, new Secret('sk-further'));
		expect(await providers.removeProvider(personal, 'ollama')).toBe(true);
		expect(await credentials.findCredential(server, codename)).not.toBeNull();
		expect(await providers.removeProvider(server, 'OLLAMA')).toBe(true);
		expect(await providers.removeProvider(server, 'ollama')).toBe(false);
		for (const scope of [server, personal]) {
			expect(await providers.listProviders(scope)).toEqual([]);
			expect(await credentials.findCredential(scope, codename)).toBeNull();
			expect(await credentials.findCredential(scope, 'novelai')).not.toBeNull();
		}
		expect(await store().db.select().from(apiKeyRotation)).toEqual([]);
	});
});
