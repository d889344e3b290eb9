/** Statements that are made once ask the database that they are given, also inside a transaction. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { NAMELESS_STATEMENT, preparedOnce } from '#adapters/postgres/prepared-once';
import { servers } from '#adapters/postgres/schema/servers';
import { describeStores } from '../support/store-for-test.ts';

describeStores('statements made once', (database) => {
	test('are made once for each database, and see what only their transaction sees', async () => {
		const { db } = database();
		let made = 0;
		const serversCalled = preparedOnce((given) => {
			made += 1;
			return given
				.select({ discordId: servers.discordId })
				.from(servers)
				.where(eq(servers.discordId, sql.placeholder('discordId')))
				.prepare(NAMELESS_STATEMENT);
		});
		for (const discordId of ['901', '902']) expect(await serversCalled(db).execute({ discordId })).toEqual([]);
		expect(made).toBe(1);
		const undone = db.transaction(async (transaction) => {
			await transaction.insert(servers).values({ kind: 'guild', discordId: '901', locale: null });
			expect(await serversCalled(transaction).execute({ discordId: '901' })).toEqual([{ discordId: '901' }]);
			expect(made).toBe(2);
			throw new Error('undone');
		});
		await expect(undone).rejects.toThrow('undone');
		expect(await serversCalled(db).execute({ discordId: '901' })).toEqual([]);
		expect(made).toBe(2);
	});
});
