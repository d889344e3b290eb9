/** Opens the store that the settings name. */
import { ok, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { connectEmbedded, connectMemory } from './connect-embedded.ts';
import { connectPostgres, type PostgresLocation } from './connect-postgres.ts';
import type { OpenDatabase } from './open-database.ts';
import type { StoreFailure } from './store-failure.ts';

/** A folder of the embedded store. Whoever keeps it open for long gives a clock, by which the lock beats. */
export interface FolderLocation {
	readonly dataDir: string;
	readonly clock?: Clock;
}

/** A Postgres server, the embedded store in a folder, or an embedded store in memory (for tests; from a dump or empty). */
export type StoreLocation = PostgresLocation | FolderLocation | { readonly memory: Blob | 'empty' };

/** Opens and migrates. Whatever an operator can put right comes back as one sentence; never throws for those. */
export async function openDatabase(location: StoreLocation, log: Log): Promise<Result<OpenDatabase, StoreFailure>> {
	if ('databaseUrl' in location) return await connectPostgres(location, log);
	if ('dataDir' in location) return await connectEmbedded(location.dataDir, location.clock ?? null);
	return ok(await connectMemory(location.memory === 'empty' ? null : location.memory));
}
