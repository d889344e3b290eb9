/** Losing and not finding the database. */
import { createServer, type Server } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createAppStateStore } from '#adapters/postgres/app-state-store';
import { openDatabase } from '#adapters/postgres/connect';
import { storeQuery } from '#adapters/postgres/query-failure';
import { createTurnStore } from '#adapters/postgres/turn-store';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { assert } from '#lib/assert';
import { startForgetfulProxy } from '../support/forgetful-proxy.ts';
import { openTestDatabase, postgresForTest, storeBackends, type TestDatabase } from '../support/store-for-test.ts';
import { recordingLog } from '../support/store-log.ts';
import { seedRows } from '../support/store-rows.ts';

const hasPostgres = storeBackends().includes('postgres');

/** Ends every other connection to the database, as a restart of the server would. */
async function killBackends(database: TestDatabase): Promise<number> {
	assert(database.databaseUrl, 'a database on the real server');
	const client = new pg.Client({ connectionString: database.databaseUrl });
	await client.connect();
	const killed = await client.query(
		'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
	);
	await client.end();
	return killed.rows.length;
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	assert(typeof address === 'object' && address !== null, 'a TCP server has a port');
	return address.port;
}

async function sentenceOf(databaseUrl: string): Promise<string> {
	const opened = await openDatabase({ databaseUrl }, recordingLog());
	assert(!opened.ok, 'the database should not have opened');
	return opened.error.sentence;
}

describe.skipIf(!hasPostgres)('a connection that the server ends', () => {
	test.each([1, 10])(
		'S105 the first query works when %d of them were idle, and so does a transaction',
		async (count) => {
			const database = await openTestDatabase({ backend: 'postgres' });
			const appState = createAppStateStore(database.db);
			for (let round = 0; round < 5; round += 1) {
				const value = `value ${round}`;
				await Promise.all(Array.from({ length: count }, () => database.db.execute(sql`select pg_sleep(0.02)`)));
				expect(await killBackends(database)).toBeGreaterThanOrEqual(count);
				await appState.writeState('key', value);
				expect(await appState.readState('key')).toBe(value);
				await database.db.transaction(async () => {});
				expect(await killBackends(database)).toBeGreaterThan(0);
				expect(await database.db.transaction(async () => value)).toBe(value);
			}
			await database.close();
		},
	);

	test('S105 a transaction that has begun is never done twice', async () => {
		const database = await openTestDatabase({ backend: 'postgres' });
		let runs = 0;
		const broken = storeQuery('test', () =>
			database.db.transaction(async (transaction) => {
				runs += 1;
				await killBackends(database);
				await transaction.execute(sql`select 1`);
			}),
		);
		await expect(broken).rejects.toThrow(StoreUnavailableError);
		expect(runs).toBe(1);
		await database.close();
	});

	test('a transaction in the middle fails as unavailable and the next one works, more often than the pool is wide', async () => {
		const database = await openTestDatabase({ backend: 'postgres' });
		for (let round = 0; round < 12; round += 1) {
			const broken = storeQuery('test', () =>
				database.db.transaction(async (transaction) => {
					await transaction.execute(sql`select 1`);
					await killBackends(database);
					await transaction.execute(sql`select 1`);
				}),
			);
			await expect(broken).rejects.toThrow(StoreUnavailableError);
		}
		const { workspace, persona, userId } = await seedRows(database.db);
		const claim = {
			serverId: workspace.id,
			channelId: '1',
			personaId: persona.id,
			userId,
			triggerMessageId: '2',
			lineIds: ['2'],
		};
		expect(await createTurnStore(database.db).claimTurn(claim)).not.toBeNull();
		await database.close();
	});

	test('a transaction whose first statement meets a dead connection gives its place in the pool back', async () => {
		const database = await openTestDatabase({ backend: 'postgres' });
		for (let round = 0; round < 12; round += 1) {
			await createAppStateStore(database.db)
				.readState('key')
				.catch(() => {});
			const killing = killBackends(database);
			const attempts = Array.from({ length: 5 }, () => database.db.transaction(async () => {}).catch(() => {}));
			await Promise.all([killing, ...attempts]);
		}
		await expect
			.poll(() =>
				createAppStateStore(database.db)
					.readState('key')
					.catch((error: unknown) => error),
			)
			.toBeNull();
		await database.close();
	});
});

describe.skipIf(!hasPostgres)('a proxy that forgets quiet connections', () => {
	test('S106 none is left to forget after a quiet time, and the first query afterwards works', async () => {
		const place = await postgresForTest();
		assert(place, 'the server is there');
		const proxy = await startForgetfulProxy(place.databaseUrl);
		const opened = await openDatabase({ databaseUrl: proxy.databaseUrl, idleTimeoutMs: 20 }, recordingLog());
		assert(opened.ok, opened.ok ? '' : opened.error.sentence);
		const appState = createAppStateStore(opened.value.db);
		await appState.writeState('key', 'value');
		await expect.poll(() => proxy.openConnections).toBe(0);
		proxy.forgetAll();
		expect(await appState.readState('key')).toBe('value');
		await opened.value.close();
		await proxy.stop();
	});

	test('S106 one that cuts them costs no reading', async () => {
		const place = await postgresForTest();
		assert(place, 'the server is there');
		const proxy = await startForgetfulProxy(place.databaseUrl);
		const opened = await openDatabase({ databaseUrl: proxy.databaseUrl }, recordingLog());
		assert(opened.ok, opened.ok ? '' : opened.error.sentence);
		const appState = createAppStateStore(opened.value.db);
		await appState.writeState('key', 'value');
		for (let round = 0; round < 5; round += 1) {
			expect(proxy.openConnections).toBeGreaterThan(0);
			proxy.cutAll();
			expect(await appState.readState('key')).toBe('value');
		}
		await opened.value.close();
		await proxy.stop();
	});
});

describe.skipIf(!hasPostgres)('a server that refuses', () => {
	test('a database that does not exist is named by its place and not by the URL', async () => {
		const place = await postgresForTest();
		assert(place, 'the server is there');
		const url = place.databaseUrl.replace(/\/t_[^?]+/, '/nowhere').replace('tomori@', 'tomori:hidden@');
		const sentence = await sentenceOf(url);
		expect(sentence).toMatch(
			/does not exist on that server \(3D000\): create it, or correct its name in DATABASE_URL\.$/,
		);
		expect(sentence).not.toContain('hidden');
	});
});

describe('a database that cannot be reached', () => {
	test('a refused connection is one sentence with host and port, without the password', async () => {
		const server = createServer();
		const port = await listen(server);
		await new Promise((resolve) => server.close(resolve));
		const sentence = await sentenceOf(`postgres://tomori:hidden@127.0.0.1:${port}/tomori`);
		expect(sentence).toBe(
			`The database at 127.0.0.1:${port} cannot be reached (ECONNREFUSED): start it, or correct the host and port in DATABASE_URL.`,
		);
	});

	test('a server that hangs up at once is unreachable', async () => {
		const server = createServer((socket) => socket.destroy());
		const port = await listen(server);
		expect(await sentenceOf(`postgres://tomori:hidden@127.0.0.1:${port}/tomori`)).toMatch(
			new RegExp(
				`^The database at 127\\.0\\.0\\.1:${port} cannot be reached \\(\\w+\\): start it, or correct the host and port in DATABASE_URL\\.$`,
			),
		);
		await new Promise((resolve) => server.close(resolve));
	});

	test('a server that accepts and never answers is given up after the connection limit', async () => {
		const sockets = new Set<{ destroy(): void }>();
		const server = createServer((socket) => {
			sockets.add(socket);
		});
		const port = await listen(server);
		const opened = await openDatabase(
			{ databaseUrl: `postgres://tomori:hidden@127.0.0.1:${port}/tomori`, connectTimeoutMs: 200 },
			recordingLog(),
		);
		expect(opened).toEqual({
			ok: false,
			error: {
				code: 'unreachable',
				sentence: `The database at 127.0.0.1:${port} cannot be reached (connection): start it, or correct the host and port in DATABASE_URL.`,
			},
		});
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});

	test.each(['mysql://u:hidden@host/db', 'postgres://u:hidden@[bad/db', 'hidden'])(
		'a DATABASE_URL that is none is one sentence that does not repeat it: %#',
		async (url) => {
			expect(await sentenceOf(url)).toBe(
				'DATABASE_URL is no address of a Postgres database: it must look like postgres://user:password@host:5432/name.',
			);
		},
	);
});
