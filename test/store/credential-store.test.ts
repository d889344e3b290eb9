/** Provider keys at rest. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { credentialDigest } from '#adapters/crypto/credential-digest';
import { createSecretBox } from '#adapters/crypto/secret-box';
import { createCredentialStore } from '#adapters/postgres/credential-store';
import { rotateCredentials } from '#adapters/postgres/rotate-credentials';
import { serverCredentials, userCredentials } from '#adapters/postgres/schema/credentials';
import { Secret } from '#domain/secret';
import { assert } from '#lib/assert';
import type { CredentialScope } from '#ports/credential-store';
import { describeStores, type TestDatabase } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { seedRows } from '../support/store-rows.ts';

const KEY_TEXT = 'pst-plain-key-of-a-person';

function storeWith(store: TestDatabase, secrets: readonly (readonly [number, string])[]) {
	const box = createSecretBox({ secrets: new Map(secrets), currentVersion: null });
	assert(box.ok, 'the secrets of a test are valid');
	const log = recordingLog();
	const credentials = createCredentialStore({ db: store.db, secretBox: box.value, digest: credentialDigest, log });
	return { credentials, log, box: box.value };
}

async function scopesOf(store: TestDatabase): Promise<readonly CredentialScope[]> {
	const { workspace, userId } = await seedRows(store.db);
	return [
		{ kind: 'server', serverId: workspace.id },
		{ kind: 'personal', userId },
	];
}

/** Every value of every table as text. */
async function dumpOf(store: TestDatabase): Promise<string> {
	const tables = (await store.db.execute(sql`select tablename from pg_tables where schemaname = 'public'`)) as {
		rows: { tablename: string }[];
	};
	const texts: string[] = [];
	for (const { tablename } of tables.rows) {
		const dump = (await store.db.execute(sql.raw(`select t::text as line from "${tablename}" t`))) as {
			rows: { line: string }[];
		};
		texts.push(...dump.rows.map((row) => `${tablename} ${row.line}`));
	}
	return texts.join('\n');
}

describeStores('credential store', (store) => {
	test('a key comes back with its owner and digest, and a new one replaces it', async () => {
		const { credentials } = storeWith(store(), [[1, 'first secret']]);
		for (const scope of await scopesOf(store())) {
			expect(await credentials.findCredential(scope, 'novelai')).toBeNull();
			await credentials.saveCredential(scope, 'novelai', new Secret('former'));
			await credentials.saveCredential(scope, 'novelai', new Secret(KEY_TEXT));
			const found = await credentials.findCredential(scope, 'novelai');
			expect(found?.secret.reveal()).toBe(KEY_TEXT);
			expect(found?.owner).toEqual(scope);
			expect(found?.digest).toMatch(/^[0-9a-f]{64}$/);
			expect(await credentials.findCredential(scope, 'custom')).toBeNull();
		}
	});

	test('a removed key is gone, and removing it again says so', async () => {
		const { credentials } = storeWith(store(), [[1, 'first secret']]);
		for (const scope of await scopesOf(store())) {
			await credentials.saveCredential(scope, 'novelai', new Secret(KEY_TEXT));
			expect(await credentials.removeCredential(scope, 'novelai')).toBe(true);
			expect(await credentials.removeCredential(scope, 'novelai')).toBe(false);
			expect(await credentials.findCredential(scope, 'novelai')).toBeNull();
		}
	});

	test('no table holds a key in the clear, as text or as bytes', async () => {
		const { credentials } = storeWith(store(), [[1, 'first secret']]);
		for (const scope of await scopesOf(store()))
			await credentials.saveCredential(scope, 'novelai', new Secret(KEY_TEXT));
		const dump = await dumpOf(store());
		expect(dump).toContain('server_credentials (');
		expect(dump).toContain('user_credentials (');
		expect(dump).not.toContain(KEY_TEXT);
		expect(dump).not.toContain(Buffer.from(KEY_TEXT).toString('hex'));
	});

	test('a key under an older secret still opens and is encrypted anew with the current one', async () => {
		const scopes = await scopesOf(store());
		const old = storeWith(store(), [[1, 'first secret']]);
		for (const scope of scopes) await old.credentials.saveCredential(scope, 'novelai', new Secret(KEY_TEXT));
		const both = storeWith(store(), [
			[1, 'first secret'],
			[2, 'second secret'],
		]);
		const onlyNew = storeWith(store(), [[2, 'second secret']]);
		for (const scope of scopes) {
			expect((await both.credentials.findCredential(scope, 'novelai'))?.secret.reveal()).toBe(KEY_TEXT);
			expect((await onlyNew.credentials.findCredential(scope, 'novelai'))?.secret.reveal()).toBe(KEY_TEXT);
		}
		expect(await store().db.select({ version: serverCredentials.keyVersion }).from(serverCredentials)).toEqual([
			{ version: 2 },
		]);
	});

	test('a key under a lost or wrong secret counts as none and is logged without its text', async () => {
		const scopes = await scopesOf(store());
		const right = storeWith(store(), [[1, 'first secret']]);
		for (const scope of scopes) await right.credentials.saveCredential(scope, 'novelai', new Secret(KEY_TEXT));
		const wrong = storeWith(store(), [[1, 'another secret']]);
		const lost = storeWith(store(), [[2, 'second secret']]);
		for (const scope of scopes) {
			expect(await wrong.credentials.findCredential(scope, 'novelai')).toBeNull();
			expect(await lost.credentials.findCredential(scope, 'novelai')).toBeNull();
		}
		expect(wrong.log.lines.map((line) => line.fields['reason'])).toEqual(['unreadable', 'unreadable']);
		expect(lost.log.lines.map((line) => line.fields['reason'])).toEqual(['unknown-version', 'unknown-version']);
		expect(JSON.stringify([wrong.log.lines, lost.log.lines])).not.toContain(KEY_TEXT);
		for (const scope of scopes) expect(await right.credentials.findCredential(scope, 'novelai')).not.toBeNull();
	});

	test('a rotation encrypts every key anew once, and names the versions that it cannot open', async () => {
		const scopes = await scopesOf(store());
		const old = storeWith(store(), [[1, 'first secret']]);
		for (const scope of scopes) await old.credentials.saveCredential(scope, 'novelai', new Secret(KEY_TEXT));
		const lost = storeWith(store(), [[7, 'a secret that will be lost']]);
		for (const scope of scopes) await lost.credentials.saveCredential(scope, 'custom', new Secret(KEY_TEXT));
		const both = storeWith(store(), [
			[1, 'first secret'],
			[2, 'second secret'],
		]);
		const unreadableVersions = [7, 7];
		expect(await rotateCredentials(store().db, both.box)).toEqual({ current: 0, rotated: 2, unreadableVersions });
		expect(await rotateCredentials(store().db, both.box)).toEqual({ current: 2, rotated: 0, unreadableVersions });
		const onlyNew = storeWith(store(), [[2, 'second secret']]);
		for (const scope of scopes) {
			expect((await onlyNew.credentials.findCredential(scope, 'novelai'))?.secret.reveal()).toBe(KEY_TEXT);
		}
	});

	test('a ciphertext that was moved to another row does not open there', async () => {
		const [, personal] = await scopesOf(store());
		const { credentials, log } = storeWith(store(), [[1, 'first secret']]);
		assert(personal?.kind === 'personal', 'the second scope is the person');
		await credentials.saveCredential(personal, 'novelai', new Secret(KEY_TEXT));
		await store().db.update(userCredentials).set({ provider: 'custom' });
		expect(await credentials.findCredential(personal, 'custom')).toBeNull();
		expect(log.lines).toHaveLength(1);
	});
});
