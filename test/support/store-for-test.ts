/** Migrated databases for tests, given quickly. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import { openDatabase } from '#adapters/postgres/connect';
import type { Database } from '#adapters/postgres/database';
import type { OpenDatabase } from '#adapters/postgres/open-database';
import { assert } from '#lib/assert';
import { TEMPLATE_DATABASE } from './store-context.ts';
import { recordingLog } from './store-log.ts';
import { runAsAdmin, socketUrl } from './store-postgres-server.ts';

/** The kinds of store that tests run on. */
export type StoreBackend = 'embedded' | 'postgres';

/** A migrated database without rows. */
export interface TestDatabase extends OpenDatabase {
	/** For other connections to the same database; null on the embedded store. */
	readonly databaseUrl: string | null;
	/** Removes all rows. */
	reset(): Promise<void>;
}

/** The embedded store, and a real server where there is one. */
export function storeBackends(): readonly StoreBackend[] {
	return inject('store').socketDir === null ? ['embedded'] : ['embedded', 'postgres'];
}

let databasesCreated = 0;

/** A database of its own on the real server, migrated unless asked otherwise; null when there is no such server. */
export async function postgresForTest(options: { migrated?: boolean } = {}): Promise<{ databaseUrl: string } | null> {
	const { socketDir } = inject('store');
	if (socketDir === null) return null;
	databasesCreated += 1;
	const name = `t_${process.pid}_${Date.now()}_${databasesCreated}`;
	const template = (options.migrated ?? true) ? TEMPLATE_DATABASE : 'template0';
	await runAsAdmin(socketDir, `create database ${name} template ${template} strategy file_copy`);
	return { databaseUrl: socketUrl(socketDir, name) };
}

async function truncateAll(db: Database): Promise<void> {
	const found = (await db.execute(sql`select tablename from pg_tables where schemaname = 'public'`)) as {
		rows: { tablename: string }[];
	};
	const names = found.rows.map((row) => `"${row.tablename}"`).join(', ');
	await db.execute(sql.raw(`truncate ${names} restart identity cascade`));
}

async function opened(location: Parameters<typeof openDatabase>[0]): Promise<OpenDatabase> {
	const result = await openDatabase(location, recordingLog());
	assert(result.ok, result.ok ? '' : result.error.sentence);
	return result.value;
}

async function openPostgres(): Promise<TestDatabase> {
	const place = await postgresForTest();
	assert(place, 'there is no real Postgres server here');
	const database = await opened(place);
	return { ...database, databaseUrl: place.databaseUrl, reset: () => truncateAll(database.db) };
}

/** Loading costs a quarter of a second and 250 MB, so the files of a worker share one, also when modules are reloaded. */
const shared = globalThis as { tomoriEmbeddedStore?: Promise<OpenDatabase> };

async function openEmbedded(): Promise<TestDatabase> {
	const { templatePath } = inject('store');
	shared.tomoriEmbeddedStore ??= opened({ memory: new Blob([readFileSync(templatePath)]) });
	const database = await shared.tomoriEmbeddedStore;
	const reset = () => truncateAll(database.db);
	await reset();
	return { db: database.db, kind: 'embedded', databaseUrl: null, reset, close: async () => {} };
}

/**
 * A migrated, empty database: on the real server where there is one, else embedded. The embedded one is shared by all
 * tests of a worker, so two cannot be used side by side; closing it keeps it for the next.
 */
export async function openTestDatabase(options: { backend?: StoreBackend } = {}): Promise<TestDatabase> {
	const backend = options.backend ?? storeBackends().at(-1);
	return backend === 'postgres' ? await openPostgres() : await openEmbedded();
}

/** The same tests on every kind of store, each beginning without rows. */
export function describeStores(name: string, tests: (store: () => TestDatabase) => void): void {
	for (const backend of storeBackends()) {
		describe(`${name} (${backend})`, () => {
			let database: TestDatabase | null = null;
			beforeAll(async () => {
				database = await openTestDatabase({ backend });
			});
			beforeEach(async () => {
				await database?.reset();
			});
			afterAll(async () => {
				await database?.close();
			});
			tests(() => {
				assert(database, 'the database is not open yet');
				return database;
			});
		});
	}
}
