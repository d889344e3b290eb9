/** Provider keys in the database, never in the clear. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Credential } from '#domain/credential';
import { Secret } from '#domain/secret';
import type { CredentialScope, CredentialStore } from '#ports/credential-store';
import type { Log } from '#ports/log';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { apiKeyRotation } from './schema/key-rotation.ts';
import { type SealedRow, type SealedText, sealedRow, type TextSealer } from './sealed-row.ts';

/** Parts of the store that come from elsewhere. */
export interface CredentialStoreOptions {
	readonly db: Database;
	readonly secretBox: TextSealer;
	/** Hex sha256 of a key. */
	readonly digest: (secret: Secret) => string;
	readonly log: Log;
}

interface Change {
	readonly old: SealedText;
	readonly plaintext: string;
}

/** Failing at it is no reason to withhold the key. */
async function replaceSealed(options: CredentialStoreOptions, row: SealedRow, change: Change): Promise<void> {
	try {
		const fresh = options.secretBox.seal(change.plaintext, row.purpose);
		await storeQuery('resealCredential', () => row.replace(change.old, fresh));
		options.log.info({ row: row.purpose, keyVersion: fresh.keyVersion }, 'a stored key was encrypted anew');
	} catch (error) {
		options.log.warn({ row: row.purpose, err: error }, 'a stored key could not be encrypted anew');
	}
}

/** The scope's key, or null; for the stores of this folder, which wrap what it throws. */
export async function findCredential(
	options: CredentialStoreOptions,
	scope: CredentialScope,
	provider: string,
): Promise<Credential | null> {
	const row = sealedRow(options.db, scope, provider);
	const sealed = (await row.select())[0];
	if (!sealed) return null;
	const opened = options.secretBox.open(sealed, row.purpose);
	if (!opened.ok) {
		const fields = { row: row.purpose, keyVersion: sealed.keyVersion, reason: opened.error };
		options.log.error(fields, 'a stored key cannot be decrypted and is ignored');
		return null;
	}
	if (sealed.keyVersion !== options.secretBox.currentVersion) {
		await replaceSealed(options, row, { old: sealed, plaintext: opened.value });
	}
	const secret = new Secret(opened.value);
	return { provider, owner: scope, secret, digest: options.digest(secret) };
}

interface KeyPlace {
	readonly scope: CredentialScope;
	readonly provider: string;
}

/** What is on record of a server's former main key does not count against the new one. */
async function saveCredential(options: CredentialStoreOptions, place: KeyPlace, secret: Secret): Promise<void> {
	const { scope, provider } = place;
	await options.db.transaction(async (transaction) => {
		const row = sealedRow(transaction, scope, provider);
		await row.upsert(options.secretBox.seal(secret.reveal(), row.purpose));
		if (scope.kind !== 'server') return;
		const table = apiKeyRotation;
		const main = and(eq(table.serverId, scope.serverId), eq(table.provider, provider), isNull(table.ciphertext));
		const clean = { errorCount: 0, lastErrorAt: null, lastErrorCode: null, coolingUntil: null, isEnabled: true };
		await transaction.update(table).set(clean).where(main);
	});
}

/** Main key and further ones; for the stores of this folder, which wrap what it throws. */
export async function removeCredential(db: Database, scope: CredentialScope, provider: string): Promise<boolean> {
	return await db.transaction(async (transaction) => {
		if (scope.kind === 'server') {
			const here = and(eq(apiKeyRotation.serverId, scope.serverId), eq(apiKeyRotation.provider, provider));
			await transaction.delete(apiKeyRotation).where(here);
		}
		return (await sealedRow(transaction, scope, provider).remove()) > 0;
	});
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createCredentialStore(options: CredentialStoreOptions): CredentialStore {
	return {
		findCredential: (scope, provider) => storeQuery('findCredential', () => findCredential(options, scope, provider)),
		saveCredential: (scope, provider, secret) =>
			storeQuery('saveCredential', () => saveCredential(options, { scope, provider }, secret)),
		removeCredential: (scope, provider) =>
			storeQuery('removeCredential', () => removeCredential(options.db, scope, provider)),
	};
}
