/** One stored key as a row of one of the two tables. */
import { and, eq, sql } from 'drizzle-orm';
import type { Result } from '#lib/result';
import type { CredentialScope } from '#ports/credential-store';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
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

/** Scope and provider, as one row of one of the two tables. */
export interface SealedRow {
	readonly purpose: string;
	select(): Promise<readonly SealedText[]>;
	upsert(sealed: SealedText): Promise<void>;
	/** Only while the row still holds `old`, so that a key saved meanwhile is not undone. */
	replace(old: SealedText, fresh: SealedText): Promise<void>;
	remove(): Promise<number>;
}

const selectOfServer = preparedOnce((db) => {
	const { serverId, provider, ciphertext, keyVersion } = serverCredentials;
	return db
		.select({ ciphertext, keyVersion })
		.from(serverCredentials)
		.where(and(eq(serverId, sql.placeholder('serverId')), eq(provider, sql.placeholder('provider'))))
		.prepare(NAMELESS_STATEMENT);
});

const selectOfUser = preparedOnce((db) => {
	const { userId, provider, ciphertext, keyVersion } = userCredentials;
	return db
		.select({ ciphertext, keyVersion })
		.from(userCredentials)
		.where(and(eq(userId, sql.placeholder('userId')), eq(provider, sql.placeholder('provider'))))
		.prepare(NAMELESS_STATEMENT);
});

function serverRow(db: Database, serverId: number, provider: string): SealedRow {
	const table = serverCredentials;
	const here = and(eq(table.serverId, serverId), eq(table.provider, provider));
	return {
		purpose: `server_credentials/${serverId}/${provider}`,
		select: () => selectOfServer(db).execute({ serverId, provider }),
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

function userRow(db: Database, userId: number, provider: string): SealedRow {
	const table = userCredentials;
	const here = and(eq(table.userId, userId), eq(table.provider, provider));
	return {
		purpose: `user_credentials/${userId}/${provider}`,
		select: () => selectOfUser(db).execute({ userId, provider }),
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

/** The row of a scope's key for a provider, whether it is there or not. */
export function sealedRow(db: Database, scope: CredentialScope, provider: string): SealedRow {
	return scope.kind === 'server' ? serverRow(db, scope.serverId, provider) : userRow(db, scope.userId, provider);
}
