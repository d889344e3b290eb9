/** Errors that may be logged. */
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { StoreQueryError, storeQuery, unavailableCode } from '#adapters/postgres/query-failure';
import { servers } from '#adapters/postgres/schema/servers';
import { users } from '#adapters/postgres/schema/users';
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import { describeStores } from '../support/store-for-test.ts';

const PRIVATE_TEXT = 'a private display name';

describeStores('a query that fails', (store) => {
	test('names its operation, code and constraint, and nothing that was in the row', async () => {
		const insert = () =>
			storeQuery('ensureUser', async () => {
				await store().db.insert(users).values({ discordId: PRIVATE_TEXT, displayName: PRIVATE_TEXT });
			});
		await insert();
		const error: unknown = await insert().catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(StoreQueryError);
		expect(error).toMatchObject({ code: '23505', constraint: 'users_discord_id_unique' });
		expect(inspect(error, { depth: 9 })).toContain('ensureUser');
		expect(inspect(error, { depth: 9 })).not.toContain(PRIVATE_TEXT);
		expect((error as Error).cause).toBeUndefined();
	});

	test('a refused value inside a transaction is not repeated either', async () => {
		const error: unknown = await storeQuery('test', () =>
			store().db.transaction(async (transaction) => {
				const kind = PRIVATE_TEXT as 'guild';
				await transaction.insert(servers).values({ kind, discordId: '1' });
			}),
		).catch((reason: unknown) => reason);
		expect(error).toMatchObject({ code: '23514', constraint: 'servers_kind_known' });
		expect(inspect(error, { depth: 9 })).not.toContain(PRIVATE_TEXT);
	});
});

describe('a lost connection', () => {
	test.each([
		[Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
		[new Error('Failed query', { cause: Object.assign(new Error('x'), { code: '57P01' }) }), '57P01'],
		[new Error('Failed query', { cause: Object.assign(new Error('x'), { code: '53300' }) }), '53300'],
		[Object.assign(new Error('x'), { code: '53100' }), '53100'],
		[Object.assign(new Error('x'), { code: '55000' }), '55000'],
		[Object.assign(new Error('x'), { code: '57P03' }), '57P03'],
		[Object.assign(new Error('x'), { code: '08006' }), '08006'],
		[Object.assign(new Error('x'), { code: '25006' }), '25006'],
		[Object.assign(new Error('x'), { code: 'ENOSPC' }), 'ENOSPC'],
		[Object.assign(new Error('x'), { code: '55006' }), null],
		[new AggregateError([Object.assign(new Error('x'), { code: 'ETIMEDOUT' })]), 'ETIMEDOUT'],
		[new Error('Connection terminated unexpectedly'), 'connection'],
		[new Error('Query read timeout'), 'connection'],
		[Object.assign(new Error('x'), { code: '23505' }), null],
		[Object.assign(new Error('x'), { code: '57014' }), null],
		[new TypeError('undefined is not a function'), null],
		['a thrown text', null],
		[null, null],
	])('is told from other errors by its code: %#', (error, code) => {
		expect(unavailableCode(error)).toBe(code);
	});

	test('becomes an error without the parameters of the query', async () => {
		const driverError = Object.assign(new Error(`params: ${PRIVATE_TEXT}`), {
			query: 'select $1',
			params: [PRIVATE_TEXT],
			cause: Object.assign(new Error('gone'), { code: 'ECONNRESET' }),
		});
		const error: unknown = await storeQuery('readState', () => Promise.reject(driverError)).catch(
			(reason: unknown) => reason,
		);
		expect(error).toBeInstanceOf(StoreUnavailableError);
		expect(inspect(error, { depth: 9 })).not.toContain(PRIVATE_TEXT);
		expect((error as Error).message).toBe('The database is unavailable (readState: ECONNRESET)');
	});

	test('an error that came from no query passes unchanged', async () => {
		const bug = new TypeError('a bug');
		await expect(storeQuery('test', () => Promise.reject(bug))).rejects.toBe(bug);
	});
});
