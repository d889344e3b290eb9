/** Opens the embedded store (PGlite) in a folder, or in memory for tests. */
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { ok, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import { brokenFolderSentence, holdsDatabase } from './broken-folder.ts';
import type { Database } from './database.ts';
import { MIGRATIONS_FOLDER } from './migrations-folder.ts';
import type { OpenDatabase } from './open-database.ts';
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts';
import { sqlStateOf } from './query-failure.ts';
import { type StoreFailure, storeFailure } from './store-failure.ts';

/** Inside the data folder, beside the lock and the created secret. */
const databaseFolder = 'database';

function opened(client: PGlite, lock: OwnerLock | null): OpenDatabase {
	const db: Database = drizzle(client);
	return {
		db,
		kind: 'embedded',
		close: async () => {
			try {
				if (!client.closed) await client.close();
			} finally {
				lock?.release();
			}
		},
	};
}

/** One connection only, so nobody else can be migrating. */
async function migrateEmbedded(client: PGlite): Promise<void> {
	await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
}

/** Damage that shows while reading: the database's own code for it, or a crash that has none. */
function isDamage(state: string | null): boolean {
	return state === null || state.startsWith('XX');
}

async function openFolder(dataDir: string, lock: OwnerLock): Promise<Result<OpenDatabase, StoreFailure>> {
	const folder = join(dataDir, databaseFolder);
	const wasThere = holdsDatabase(folder);
	let client: PGlite;
	try {
		client = await PGlite.create({ dataDir: folder });
	} catch {
		return storeFailure('folder-unusable', brokenFolderSentence(folder, wasThere));
	}
	try {
		await migrateEmbedded(client);
		return ok(opened(client, lock));
	} catch (error) {
		await client.close().catch(() => {});
		const state = sqlStateOf(error);
		if (isDamage(state)) return storeFailure('folder-unusable', brokenFolderSentence(folder, wasThere));
		return storeFailure(
			'migration-failed',
			`The embedded database in ${dataDir} could not be brought up to date (${state}): keep a copy of the folder and report this.`,
		);
	}
}

/** Takes the folder's lock, which beats by the clock, opens the database inside and migrates it. */
export async function connectEmbedded(
	dataDir: string,
	clock: Clock | null,
): Promise<Result<OpenDatabase, StoreFailure>> {
	const lock = takeOwnerLock(dataDir, clock);
	if (!lock.ok) return lock;
	const result = await openFolder(dataDir, lock.value);
	if (!result.ok) lock.value.release();
	return result;
}

/** A store in memory that forgets everything; `template` is a dump of a migrated one, which loads several times faster. */
export async function connectMemory(template: Blob | null): Promise<OpenDatabase> {
	const client = await PGlite.create(template ? { loadDataDir: template } : {});
	await migrateEmbedded(client);
	return opened(client, null);
}
