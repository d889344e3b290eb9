/** Published presets in the database. */
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { StoredPreset } from '#domain/preset';
import type { PresetStore } from '#ports/preset-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { appState } from './schema/app-state.ts';
import { naiPresets } from './schema/presets.ts';

/** Where the hash of the catalog that was last written is kept. */
const HASH_KEY = 'nai_presets_hash';

/** Rows keep their ids; presets that left the catalog leave the table. */
async function seedPresets(db: Database, catalog: readonly StoredPreset[], hash: string): Promise<boolean> {
	const known = await db.select().from(appState).where(eq(appState.key, HASH_KEY));
	if (known[0]?.value === hash) return false;
	await db.transaction(async (transaction) => {
		const present = await transaction.select().from(naiPresets).for('update');
		const named = new Set(catalog.map(({ target, name }) => `${target}/${name}`));
		for (const row of present) {
			if (named.has(`${row.modelTarget}/${row.presetName}`)) continue;
			await transaction.delete(naiPresets).where(eq(naiPresets.id, row.id));
		}
		// The default of a target may have moved, and there is never more than one.
		await transaction.update(naiPresets).set({ isDefault: false });
		for (const { name, target, isDefault, parameters } of catalog) {
			const set = { isDefault, parameters };
			await transaction
				.insert(naiPresets)
				.values({ presetName: name, modelTarget: target, ...set })
				.onConflictDoUpdate({ target: [naiPresets.presetName, naiPresets.modelTarget], set });
		}
		await transaction
			.insert(appState)
			.values({ key: HASH_KEY, value: hash })
			.onConflictDoUpdate({ target: appState.key, set: { value: sql`excluded.value` } });
	});
	return true;
}

async function listPresets(db: Database): Promise<readonly StoredPreset[]> {
	const rows = await db
		.select()
		.from(naiPresets)
		.orderBy(asc(naiPresets.modelTarget), desc(naiPresets.isDefault), asc(naiPresets.presetName));
	return rows.map(({ presetName, modelTarget, isDefault, parameters }) => {
		return { name: presetName, target: modelTarget, isDefault, parameters };
	});
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createPresetStore(db: Database): PresetStore {
	return {
		seedPresets: (catalog, hash) => storeQuery('seedPresets', () => seedPresets(db, catalog, hash)),
		listPresets: () => storeQuery('listPresets', () => listPresets(db)),
	};
}
