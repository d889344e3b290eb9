/** Provider keys in the database, never in the clear. */
import { and, eq, sql } from 'drizzle-orm';
import type { Credential } from '#domain/credential';
import { Secret } from '#domain/secret';
import type { Result } from '#lib/result';
import type { CredentialScope, CredentialStore } from '#ports/credential-store';
import type { Log } from '#ports/log';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { serverCredentials, userCredentials } from './schema/credentials.ts';

/** An encrypted text, and the version of the secret that opens it. */
export interface SealedText {
	readonly ciphertext: Uint8Array;
	readonly keyVersion: number;
}

/** What the store needs of encryption; `purpose` binds a text to its row, so that it opens nowhere else. */
export interface TextSealer {
	readonly currentVersion: number;
	seal(plaintext: string, purpose: string): SealedText;
	open(sealed: SealedText, purpose: string): Result<string, string>;
}

/** Parts of the store that come from elsewhere. */
export interface CredentialStoreOptions {
	readonly db: Database;
	readonly secretBox: TextSealer;
	/** Hex sha256 of a key. */
	readonly digest: (secret: Secret) => string;
	readonly log: Log;
}

/** Scope and provider, as one row of one of the two tables. */
interface Row {
	readonly purpose: string;
	select(): Promise<readonly SealedText[]>;
	upsert(sealed: SealedText): Promise<void>;
	/** Only while the row still holds `old`, so that a key saved meanwhile is not undone. */
	replace(old: SealedText, fresh: SealedText): Promise<void>;
	remove(): Promise<number>;
}

function serverRow(db: Database, serverId: number, provider: string): Row {
	const table = serverCredentials;
	const here = and(eq(table.serverId, serverId), eq(table.provider, provider));
	return {
		purpose: `server_credentials/${serverId}/${provider}`,
		select: () => db.select({ ciphertext: table.ciphertext, keyVersion: table.keyVersion }).from(table).where(here),
		upsert: async (sealed) => {
			const set = { ...sealed, updatedAt: sql`now()` };
			const target = [table.serverId, table.provider];
			await db
				.insert(table)
				.values({ serverId, provider, ...set })
				.onConflictDoUpdate({ target, set });
		},
		replace: async (old, fresh) => {
			await db
				.update(table)
				.set({ ...fresh })
				.where(and(here, eq(table.ciphertext, old.ciphertext)));
		},
		remove: async () => (await db.delete(table).where(here).returning({ provider: table.provider })).length,
	};
}

function userRow(db: Database, userId: number, provider: string): Row {
	const table = userCredentials;
	const here = and(eq(table.userId, userId), eq(table.provider, provider));
	return {
		purpose: `user_credentials/${userId}/${provider}`,
		select: () => db.select({ ciphertext: table.ciphertext, keyVersion: table.keyVersion }).from(table).where(here),
		upsert: async (sealed) => {
			const set = { ...sealed, updatedAt: sql`now()` };
			const target = [table.userId, table.provider];
			await db
				.insert(table)
				.values({ userId, provider, ...set })
				.onConflictDoUpdate({ target, set });
		},
		replace: async (old, fresh) => {
			await db
				.update(table)
				.set({ ...fresh })
				.where(and(here, eq(table.ciphertext, old.ciphertext)));
		},
		remove: async () => (await db.delete(table).where(here).returning({ provider: table.provider })).length,
	};
}

function rowOf(db: Database, scope: CredentialScope, provider: string): Row {
	return scope.kind === 'server' ? serverRow(db, scope.serverId, provider) : userRow(db, scope.userId, provider);
}

interface Change {
	readonly old: SealedText;
	readonly plaintext: string;
}

/** Failing at it is no reason to withhold the key. */
async function replaceSealed(options: CredentialStoreOptions, row: Row, change: Change): Promise<void> {
	try {
		const fresh = options.secretBox.seal(change.plaintext, row.purpose);
		await storeQuery('resealCredential', () => row.replace(change.old, fresh));
		options.log.info({ row: row.purpose, keyVersion: fresh.keyVersion }, 'a stored key was encrypted anew');
	} catch (error) {
		options.log.warn({ row: row.purpose, err: error }, 'a stored key could not be encrypted anew');
	}
}

async function findCredential(
	options: CredentialStoreOptions,
	scope: CredentialScope,
	provider: string,
): Promise<Credential | null> {
	const row = rowOf(options.db, scope, provider);
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

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createCredentialStore(options: CredentialStoreOptions): CredentialStore {
	return {
		findCredential: (scope, provider) => storeQuery('findCredential', () => findCredential(options, scope, provider)),
		saveCredential: (scope, provider, secret) =>
			storeQuery('saveCredential', async () => {
				const row = rowOf(options.db, scope, provider);
				await row.upsert(options.secretBox.seal(secret.reveal(), row.purpose));
			}),
		removeCredential: (scope, provider) =>
			storeQuery('removeCredential', async () => (await rowOf(options.db, scope, provider).remove()) > 0),
	};
}
