/** A scope's saved row for a provider. */
import { and, eq, sql } from 'drizzle-orm';
import type { ModelScopeKey, SavedProvider } from '#ports/settings-store';
import type { Database } from './database.ts';
import { type ModelColumns, modelChoiceOf } from './model-columns.ts';
import { savedProviderConfigs, userSavedProviderConfigs } from './schema/saved-providers.ts';

/** Names one saved row. */
export interface SavedProviderKey {
	readonly scope: ModelScopeKey;
	readonly provider: string;
}

/** The row, or null. */
export async function selectSavedProvider(db: Database, key: SavedProviderKey): Promise<SavedProvider | null> {
	const { scope, provider } = key;
	if (scope.scope === 'server') {
		const table = savedProviderConfigs;
		const here = and(eq(table.serverId, scope.serverId), eq(table.provider, provider));
		const row = (await db.select().from(table).where(here))[0];
		return row ? { ...modelChoiceOf(row), modelCodename: row.modelCodename } : null;
	}
	const table = userSavedProviderConfigs;
	const here = and(eq(table.userId, scope.userId), eq(table.provider, provider));
	const row = (await db.select().from(table).where(here))[0];
	return row ? { ...modelChoiceOf(row), modelCodename: row.modelCodename } : null;
}

/** Sets the given columns, creating the row. */
export async function upsertSavedProvider(
	db: Database,
	key: SavedProviderKey,
	set: Partial<ModelColumns> & { readonly modelCodename: string },
): Promise<void> {
	const { scope, provider } = key;
	const change = { ...set, updatedAt: sql`now()` };
	if (scope.scope === 'server') {
		await db
			.insert(savedProviderConfigs)
			.values({ serverId: scope.serverId, provider, ...change })
			.onConflictDoUpdate({ target: [savedProviderConfigs.serverId, savedProviderConfigs.provider], set: change });
		return;
	}
	await db
		.insert(userSavedProviderConfigs)
		.values({ userId: scope.userId, provider, ...change })
		.onConflictDoUpdate({ target: [userSavedProviderConfigs.userId, userSavedProviderConfigs.provider], set: change });
}
