/** Opens a Postgres server's database and brings it up to date. */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { ok, type Result } from '#lib/result';
import type { Log } from '#ports/log';
import { isPlainRead, wasCut, wasNothingDone } from './cut-connections.ts';
import type { Database } from './database.ts';
import { MIGRATIONS_FOLDER } from './migrations-folder.ts';
import type { OpenDatabase } from './open-database.ts';
import { sqlStateOf, unavailableCode } from './query-failure.ts';
import { type StoreFailure, storeFailure } from './store-failure.ts';

/** How long the first connection, and each later one, may take unless the location says otherwise. */
export const connectTimeoutDefaultMs = 10_000;

/** A query without an answer for so long counts as a lost connection. */
export const queryTimeoutMs = 30_000;

/** How long to wait for another process that is migrating the same database. */
export const migrationLockTimeoutMs = 60_000;

/** Any constant will do, as long as every version of tomori uses the same. */
const migrationLockKey = 7_026_661;

const poolConnectionsMax = 10;

/** Each of the pool's connections may have been cut while it was idle; what is sent again goes over one more. */
const attemptsMax = poolConnectionsMax + 1;

/** A quiet bot keeps no connection for a proxy to forget (S106). */
const idleTimeoutDefaultMs = 10_000;

/** A server's database. */
export interface PostgresLocation {
	readonly databaseUrl: string;
	readonly connectTimeoutMs?: number;
	/** How long a connection of the pool is kept without work; 10 s unless given. */
	readonly idleTimeoutMs?: number;
}

function invalidUrl() {
	return storeFailure(
		'settings-invalid',
		'DATABASE_URL is no address of a Postgres database: it must look like postgres://user:password@host:5432/name.',
	);
}

function connectionOf(location: PostgresLocation) {
	return {
		connectionString: location.databaseUrl,
		connectionTimeoutMillis: location.connectTimeoutMs ?? connectTimeoutDefaultMs,
	};
}

/** Nothing may be done with an idle connection's error here: the pool drops the connection and opens another. */
function openPool(location: PostgresLocation, log: Log): pg.Pool {
	const pool = new pg.Pool({
		...connectionOf(location),
		query_timeout: queryTimeoutMs,
		max: poolConnectionsMax,
		idleTimeoutMillis: location.idleTimeoutMs ?? idleTimeoutDefaultMs,
		keepAlive: true,
		application_name: 'tomori',
	});
	const onError = (error: Error): void => {
		log.warn({ code: sqlStateOf(error) ?? 'connection' }, 'a database connection was lost');
	};
	pool.on('error', onError);
	// The pool listens on idle connections only; one that dies between two statements of a transaction would end the process.
	pool.on('connect', (client) => client.on('error', () => {}));
	return pool;
}

/** Does it again for as long as `mayRepeat` allows, over the next connection of the pool. */
async function repeated<T>(attempt: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			return await attempt();
		} catch (error) {
			if (attempts >= attemptsMax || !mayRepeat(error)) throw error;
		}
	}
}

/** After a restart of the server the first query finds a new connection, where the cut one certainly did nothing. */
function healQueries(pool: pg.Pool): void {
	const query = pool.query.bind(pool) as (...given: readonly unknown[]) => Promise<unknown>;
	Object.assign(pool, {
		query: (...given: readonly unknown[]) => {
			return repeated(
				() => query(...given),
				(error) => (isPlainRead(given[0]) ? wasCut(error) : wasNothingDone(error)),
			);
		},
	});
}

/**
 * Drizzle leaks a pool's connection when its `begin` fails and gives a broken one back when its `rollback` fails, so
 * transactions take and return the connection here. One that has not begun is begun on another connection.
 */
function databaseOf(pool: pg.Pool): Database {
	healQueries(pool);
	const database: Database = drizzle(pool);
	database.transaction = (body, config) => {
		let begun = false;
		const run: typeof body = (transaction) => {
			begun = true;
			return body(transaction);
		};
		return repeated(
			() => transactionOn(pool, run, config),
			(error) => !begun && wasCut(error),
		);
	};
	return database;
}

type Transaction = Database['transaction'];

async function transactionOn<T>(
	pool: pg.Pool,
	body: (transaction: Parameters<Parameters<Transaction>[0]>[0]) => Promise<T>,
	config: Parameters<Transaction>[1],
): Promise<T> {
	const client = await pool.connect();
	let broken = false;
	try {
		const single: Database = drizzle(client);
		return await single.transaction(body, config);
	} catch (error) {
		broken = unavailableCode(error) !== null;
		throw error;
	} finally {
		client.release(broken);
	}
}

/** Migrates on a connection of its own: ending its session frees the lock, whatever happened. */
async function migrateUnderLock(client: pg.Client): Promise<void> {
	const database = drizzle(client);
	await database.execute(sql.raw(`set lock_timeout = ${migrationLockTimeoutMs}`));
	await database.execute(sql`select pg_advisory_lock(${migrationLockKey})`);
	await migrate(database, { migrationsFolder: MIGRATIONS_FOLDER });
}

function failureSentence(error: unknown, client: pg.Client): Result<never, StoreFailure> {
	const place = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`;
	const code = unavailableCode(error);
	if (code?.startsWith('28')) {
		return storeFailure(
			'unreachable',
			`The database at ${place} refuses the user name or password (${code}): correct them in DATABASE_URL.`,
		);
	}
	if (code?.startsWith('3D')) {
		return storeFailure(
			'unreachable',
			`The database at ${place} does not exist on that server (${code}): create it, or correct its name in DATABASE_URL.`,
		);
	}
	if (code)
		return storeFailure(
			'unreachable',
			`The database at ${place} cannot be reached (${code}): start it, or correct the host and port in DATABASE_URL.`,
		);
	const state = sqlStateOf(error) ?? 'unknown error';
	if (state === '55P03') {
		return storeFailure(
			'migration-failed',
			`Another process has been migrating the database at ${place} for too long: wait for it to end, or stop it.`,
		);
	}
	return storeFailure(
		'migration-failed',
		`The database at ${place} could not be brought up to date (${state}): keep a copy of it and report this.`,
	);
}

/** Connects within the location's time, migrates, and opens the pool; the sentence of a failure names host and port only. */
export async function connectPostgres(
	location: PostgresLocation,
	log: Log,
): Promise<Result<OpenDatabase, StoreFailure>> {
	if (!/^postgres(?:ql)?:\/\//i.test(location.databaseUrl)) return invalidUrl();
	let client: pg.Client;
	try {
		client = new pg.Client({ ...connectionOf(location), application_name: 'tomori migrations' });
	} catch {
		return invalidUrl();
	}
	client.on('error', () => {});
	try {
		await client.connect();
		await migrateUnderLock(client);
	} catch (error) {
		return failureSentence(error, client);
	} finally {
		await client.end().catch(() => {});
	}
	const pool = openPool(location, log);
	return ok({ db: databaseOf(pool), kind: 'postgres', close: () => pool.end() });
}
