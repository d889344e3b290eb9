/** The installation's key-value table in the database. */
import { eq } from 'drizzle-orm';
import type { AppStateStore } from '#ports/app-state-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { appState } from './schema/app-state.ts';

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createAppStateStore(db: Database): AppStateStore {
	return {
		readState: (key) =>
			storeQuery('readState', async () => {
				const rows = await db.select().from(appState).where(eq(appState.key, key));
				return rows[0]?.value ?? null;
			}),
		writeState: (key, value) =>
			storeQuery('writeState', async () => {
				await db.insert(appState).values({ key, value }).onConflictDoUpdate({ target: appState.key, set: { value } });
			}),
	};
}
