/** A server's keys that take turns. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { credentialDigest } from '#adapters/crypto/credential-digest';
import { createSecretBox } from '#adapters/crypto/secret-box';
import { createCredentialStore } from '#adapters/postgres/credential-store';
import { createKeyPoolStore } from '#adapters/postgres/key-pool-store';
import { rotateCredentials } from '#adapters/postgres/rotate-credentials';
import { apiKeyRotation } from '#adapters/postgres/schema/key-rotation';
import { Secret } from '#domain/secret';
import { assert } from '#lib/assert';
import { describeStores, openTestDatabase, type TestDatabase } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { seedRows } from '../support/store-rows.ts';

const MAIN = 'pst-main-key-of-a-server';
const SECOND = 'pst-second-key-of-a-server';

async function poolOf(store: TestDatabase, secrets: readonly (readonly [number, string])[] = [[1, 'first secret']]) {
	const box = createSecretBox({ secrets: new Map(secrets), currentVersion: null });
	assert(box.ok, 'the secrets of a test are valid');
	const options = { db: store.db, secretBox: box.value, digest: credentialDigest, log: recordingLog() };
	const { workspace, userId } = await seedRows(store.db);
	return {
		serverId: workspace.id,
		userId,
		owner: { kind: 'server', serverId: workspace.id } as const,
		credentials: createCredentialStore(options),
		pool: createKeyPoolStore(options),
		log: options.log,
		box: box.value,
	};
}

async function filledPool(store: TestDatabase, secrets?: readonly (readonly [number, string])[]) {
	const world = await poolOf(store, secrets);
	await world.credentials.saveCredential(world.owner, 'novelai', new Secret(MAIN));
	await world.pool.addKey(world.serverId, 'novelai', new Secret(SECOND));
	return world;
}

describeStores('a key pool', (store) => {
	test('a server without a key has none, and a lone key keeps no record', async () => {
		const { pool, credentials, serverId, owner } = await poolOf(store());
		expect(await pool.listKeys(serverId, 'novelai')).toEqual([]);
		await credentials.saveCredential(owner, 'novelai', new Secret(MAIN));
		const keys = await pool.listKeys(serverId, 'novelai');
		expect(keys).toMatchObject([{ id: null, isMain: true, isEnabled: true }]);
	});

	test('further keys stand beside the main one, for their provider only', async () => {
		const { pool, serverId } = await filledPool(store());
		const keys = await pool.listKeys(serverId, 'novelai');
		expect(keys.map((key) => [key.isMain, key.credential.secret.reveal()])).toEqual([
			[true, MAIN],
			[false, SECOND],
		]);
		expect(keys.every((key) => key.id !== null && key.credential.owner.kind === 'server')).toBe(true);
		expect(await pool.listKeys(serverId, 'custom')).toEqual([]);
	});

	test('a success counts and clears former errors; an error rests the key', async () => {
		const { pool, serverId } = await filledPool(store());
		const [, second] = await pool.listKeys(serverId, 'novelai');
		assert(second?.id, 'the second key has a row');
		await pool.recordError(second.id, { code: 'key-rejected', atMs: 5_000, coolingUntilMs: 305_000 });
		const failed = (await pool.listKeys(serverId, 'novelai'))[1];
		expect(failed).toMatchObject({ usageCount: 0, coolingUntilMs: 305_000, lastErrorCode: 'key-rejected' });
		const rows = await store().db.select().from(apiKeyRotation).where(eq(apiKeyRotation.id, second.id));
		expect(rows[0]).toMatchObject({ errorCount: 1, lastErrorAt: new Date(5_000) });
		await pool.recordSuccess(second.id);
		const served = (await pool.listKeys(serverId, 'novelai'))[1];
		expect(served).toMatchObject({ usageCount: 1, coolingUntilMs: null, lastErrorCode: null });
	});

	test('replacing the main key forgets what is on record of the former one', async () => {
		const { pool, credentials, serverId, owner } = await filledPool(store());
		const [main] = await pool.listKeys(serverId, 'novelai');
		assert(main?.id, 'the main key has a row');
		await pool.recordError(main.id, { code: 'key-rejected', atMs: 1, coolingUntilMs: 999_999 });
		await credentials.saveCredential(owner, 'novelai', new Secret('pst-replacement-key'));
		const [replaced, second] = await pool.listKeys(serverId, 'novelai');
		expect(replaced).toMatchObject({ isMain: true, coolingUntilMs: null, lastErrorCode: null });
		expect(replaced?.credential.secret.reveal()).toBe('pst-replacement-key');
		expect(second?.credential.secret.reveal()).toBe(SECOND);
	});

	test('removing the main key removes the others with it', async () => {
		const { pool, credentials, serverId, owner } = await filledPool(store());
		expect(await credentials.removeCredential(owner, 'novelai')).toBe(true);
		expect(await pool.listKeys(serverId, 'novelai')).toEqual([]);
		expect(await store().db.select().from(apiKeyRotation)).toEqual([]);
	});

	test('a key that cannot be decrypted is left out and logged without itself', async () => {
		await filledPool(store(), [[1, 'a lost secret']]);
		const { pool, credentials, serverId, owner, log } = await poolOf(store());
		await credentials.saveCredential(owner, 'novelai', new Secret(MAIN));
		expect((await pool.listKeys(serverId, 'novelai')).map((key) => key.isMain)).toEqual([true]);
		expect(JSON.stringify(log)).not.toContain(SECOND);
	});

	test('a main key that cannot be decrypted hides none of the others', async () => {
		const lost = await poolOf(store(), [[1, 'a lost secret']]);
		await lost.credentials.saveCredential(lost.owner, 'novelai', new Secret(MAIN));
		const { pool, credentials, serverId, owner } = await poolOf(store());
		expect(await pool.listKeys(serverId, 'novelai')).toEqual([]);
		await pool.addKey(serverId, 'novelai', new Secret(SECOND));
		const keys = await pool.listKeys(serverId, 'novelai');
		expect(keys.map((key) => [key.isMain, key.credential.secret.reveal()])).toEqual([[false, SECOND]]);
		await credentials.saveCredential(owner, 'novelai', new Secret(MAIN));
		expect((await pool.listKeys(serverId, 'novelai')).map((key) => key.isMain)).toEqual([true, false]);
	});

	test('a rotation covers the pool, and a key under an older secret is encrypted anew when it is read', async () => {
		await filledPool(store());
		const both = [
			[1, 'first secret'],
			[2, 'second secret'],
		] as const;
		const { box, pool, serverId } = await poolOf(store(), both);
		expect(await rotateCredentials(store().db, box)).toEqual({ current: 0, rotated: 2, unreadableVersions: [] });
		await pool.addKey(serverId, 'novelai', new Secret('pst-third-key-of-a-server'));
		const three = await poolOf(store(), [...both, [3, 'third secret']]);
		expect(await three.pool.listKeys(serverId, 'novelai')).toHaveLength(3);
		expect(await rotateCredentials(store().db, three.box)).toMatchObject({ current: 3, rotated: 0 });
	});

	test('no key stands in the clear in the table', async () => {
		await filledPool(store());
		const dump = (await store().db.execute(
			sql`select t::text as line, encode(ciphertext, 'escape') as sealed from api_key_rotation t`,
		)) as { rows: unknown[] };
		expect(dump.rows).toHaveLength(2);
		expect(JSON.stringify(dump.rows)).not.toMatch(/pst-|second-key/);
	});
});

/** The embedded database has one owner, so that another program cannot open it beside the test. */
test.skipIf(inject('store').socketDir === null)('the rotate command covers the pool and prints no key', async () => {
	const store = await openTestDatabase({ backend: 'postgres' });
	await filledPool(store);
	const script = join(import.meta.dirname, '..', '..', 'scripts', 'rotate-keys.ts');
	const secrets = { CRYPTO_SECRET: 'first secret', CRYPTO_SECRET_V2: 'second secret' };
	const env = { DATABASE_URL: store.databaseUrl ?? '', ...secrets };
	const result = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
	expect(result.stdout.trim()).toBe('Version 2 is current: 2 secrets encrypted anew, 0 were already.');
	expect(result.stderr).toBe('');
	expect(result.status).toBe(0);
	const { pool, serverId } = await poolOf(store, [[2, 'second secret']]);
	expect(await pool.listKeys(serverId, 'novelai')).toHaveLength(2);
	await store.close();
});
