/** Custom endpoints in the database. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { type CustomProvider, customCodename } from '#domain/custom-provider';
import type { CredentialScope } from '#ports/credential-store';
import type { CustomProviderStore } from '#ports/custom-provider-store';
import { removeCredential } from './credential-store.ts';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { serverCustomProviders, userCustomProviders } from './schema/custom-providers.ts';
import { storableText } from './storable.ts';

type StoredProvider = Omit<typeof serverCustomProviders.$inferInsert, 'serverId' | 'updatedAt'>;
type ProviderRow = Omit<typeof serverCustomProviders.$inferSelect, 'serverId' | 'updatedAt'>;

function keyOf(name: string): string {
	return name.toLowerCase();
}

function providerOf(row: ProviderRow): CustomProvider {
	const { name, baseUrl, model, windowTokens, outputTokensMax, seesImages, seesVideos, hasTools, mayBePrivate } = row;
	const capabilities = { seesImages, seesVideos, hasTools };
	return { name, baseUrl, model, windowTokens, outputTokensMax, capabilities, mayBePrivate };
}

function columnsOf(provider: CustomProvider): StoredProvider {
	const { name, baseUrl, model, windowTokens, outputTokensMax, capabilities, mayBePrivate } = provider;
	const texts = { name: storableText(name), baseUrl: storableText(baseUrl), model: storableText(model) };
	return { nameKey: keyOf(texts.name), ...texts, windowTokens, outputTokensMax, ...capabilities, mayBePrivate };
}

function inScope(scope: CredentialScope) {
	return scope.kind === 'server'
		? eq(serverCustomProviders.serverId, scope.serverId)
		: eq(userCustomProviders.userId, scope.userId);
}

function tableOf(scope: CredentialScope) {
	return scope.kind === 'server' ? serverCustomProviders : userCustomProviders;
}

async function saveProvider(db: Database, scope: CredentialScope, provider: CustomProvider): Promise<void> {
	const columns = columnsOf(provider);
	const set = { ...columns, updatedAt: sql`now()` };
	if (scope.kind === 'server') {
		const target = [serverCustomProviders.serverId, serverCustomProviders.nameKey];
		const values = { serverId: scope.serverId, ...columns };
		await db.insert(serverCustomProviders).values(values).onConflictDoUpdate({ target, set });
		return;
	}
	const target = [userCustomProviders.userId, userCustomProviders.nameKey];
	const values = { userId: scope.userId, ...columns };
	await db.insert(userCustomProviders).values(values).onConflictDoUpdate({ target, set });
}

/** The row and its keys go together, so that a key never waits for another endpoint of the same name. */
async function removeProvider(db: Database, scope: CredentialScope, name: string): Promise<boolean> {
	return await db.transaction(async (transaction) => {
		const table = tableOf(scope);
		const here = and(inScope(scope), eq(table.nameKey, keyOf(name)));
		await removeCredential(transaction, scope, customCodename(name));
		const removed = await transaction.delete(table).where(here).returning({ name: table.name });
		return removed.length > 0;
	});
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createCustomProviderStore(db: Database): CustomProviderStore {
	return {
		listProviders: (scope) =>
			storeQuery('listProviders', async () => {
				const table = tableOf(scope);
				const rows = await db.select().from(table).where(inScope(scope)).orderBy(asc(table.nameKey));
				return rows.map(providerOf);
			}),
		findProvider: (scope, name) =>
			storeQuery('findProvider', async () => {
				const table = tableOf(scope);
				const here = and(inScope(scope), eq(table.nameKey, keyOf(name)));
				const row = (await db.select().from(table).where(here))[0];
				return row ? providerOf(row) : null;
			}),
		saveProvider: (scope, provider) => storeQuery('saveProvider', () => saveProvider(db, scope, provider)),
		removeProvider: (scope, name) => storeQuery('removeProvider', () => removeProvider(db, scope, name)),
	};
}
