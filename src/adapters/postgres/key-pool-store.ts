/** A server's rotating keys in the database, never in the clear. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Credential } from '#domain/credential';
import type { ServerId } from '#domain/ids';
import { Secret } from '#domain/secret';
import type { KeyPoolStore, PooledKey } from '#ports/key-pool-store';
import { type CredentialStoreOptions, findCredential } from './credential-store.ts';
import type { Database } from './database.ts';
import { poolPurpose, resealPoolRow } from './pool-row.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { apiKeyRotation } from './schema/key-rotation.ts';
import { sealedRow } from './sealed-row.ts';

type PoolRow = typeof apiKeyRotation.$inferSelect;

interface PoolPlace {
	readonly serverId: ServerId;
	readonly provider: string;
}

const selectPool = preparedOnce((db) => {
	const { id, serverId, provider } = apiKeyRotation;
	return db
		.select()
		.from(apiKeyRotation)
		.where(and(eq(serverId, sql.placeholder('serverId')), eq(provider, sql.placeholder('provider'))))
		.orderBy(asc(id))
		.prepare(NAMELESS_STATEMENT);
});

/** Two callers that add the first further key at once make one pointer row. */
async function ensureMainRow(db: Database, place: PoolPlace): Promise<void> {
	await db
		.insert(apiKeyRotation)
		.values({ ...place })
		.onConflictDoNothing();
}

async function addKey(options: CredentialStoreOptions, place: PoolPlace, secret: Secret): Promise<void> {
	const sealed = options.secretBox.seal(secret.reveal(), poolPurpose(place.serverId, place.provider));
	await options.db.transaction(async (transaction) => {
		await ensureMainRow(transaction, place);
		await transaction.insert(apiKeyRotation).values({ ...place, ...sealed });
	});
}

async function openRow(options: CredentialStoreOptions, place: PoolPlace, row: PoolRow): Promise<Credential | null> {
	if (row.ciphertext === null || row.keyVersion === null) return null;
	const purpose = poolPurpose(place.serverId, place.provider);
	const sealed = { ciphertext: row.ciphertext, keyVersion: row.keyVersion };
	const opened = options.secretBox.open(sealed, purpose);
	if (!opened.ok) {
		const fields = { row: row.id, keyVersion: row.keyVersion, reason: opened.error };
		options.log.error(fields, 'a stored rotation key cannot be decrypted and is ignored');
		return null;
	}
	if (row.keyVersion !== options.secretBox.currentVersion) {
		await resealPoolRow(options.db, { id: row.id, old: sealed }, options.secretBox.seal(opened.value, purpose));
	}
	const secret = new Secret(opened.value);
	const owner = { kind: 'server', serverId: place.serverId } as const;
	return { provider: place.provider, owner, secret, digest: options.digest(secret) };
}

function pooledKey(row: PoolRow, credential: Credential): PooledKey {
	return {
		id: row.id,
		credential,
		isMain: row.ciphertext === null,
		isEnabled: row.isEnabled,
		usageCount: row.usageCount,
		coolingUntilMs: row.coolingUntil?.getTime() ?? null,
		lastErrorCode: row.lastErrorCode,
	};
}

/** A main key that is there but cannot be decrypted is left out, and the others serve without it. */
async function listKeys(options: CredentialStoreOptions, place: PoolPlace): Promise<readonly PooledKey[]> {
	const owner = { kind: 'server', serverId: place.serverId } as const;
	const main = await findCredential(options, owner, place.provider);
	if (!main && (await sealedRow(options.db, owner, place.provider).select()).length === 0) return [];
	const rows = await selectPool(options.db).execute({ ...place });
	const keys: PooledKey[] = [];
	for (const row of rows) {
		const credential = row.ciphertext === null ? main : await openRow(options, place, row);
		if (credential) keys.push(pooledKey(row, credential));
	}
	if (!main || keys.some((key) => key.isMain)) return keys.toSorted((a, b) => Number(b.isMain) - Number(a.isMain));
	const alone: PooledKey = {
		id: null,
		credential: main,
		isMain: true,
		isEnabled: true,
		usageCount: 0,
		coolingUntilMs: null,
		lastErrorCode: null,
	};
	return [alone, ...keys];
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createKeyPoolStore(options: CredentialStoreOptions): KeyPoolStore {
	const { db } = options;
	return {
		listKeys: (serverId, provider) => storeQuery('listKeys', () => listKeys(options, { serverId, provider })),
		addKey: (serverId, provider, secret) => storeQuery('addKey', () => addKey(options, { serverId, provider }, secret)),
		recordSuccess: (id) =>
			storeQuery('recordSuccess', async () => {
				const usageCount = sql`${apiKeyRotation.usageCount} + 1`;
				const set = { usageCount, errorCount: 0, lastErrorAt: null, lastErrorCode: null, coolingUntil: null };
				await db.update(apiKeyRotation).set(set).where(eq(apiKeyRotation.id, id));
			}),
		recordError: (id, { code, atMs, coolingUntilMs }) =>
			storeQuery('recordError', async () => {
				const errorCount = sql`${apiKeyRotation.errorCount} + 1`;
				const times = { lastErrorAt: new Date(atMs), coolingUntil: new Date(coolingUntilMs) };
				await db
					.update(apiKeyRotation)
					.set({ errorCount, lastErrorCode: code, ...times })
					.where(eq(apiKeyRotation.id, id));
			}),
	};
}
