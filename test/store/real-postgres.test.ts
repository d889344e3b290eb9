/** Whether the store tests ran on a real server too. */
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openTestDatabase } from '../support/store-for-test.ts';
import '../support/store-context.ts';

const { socketDir, postgresMissing } = inject('store');
const reason = postgresMissing ? `: ${postgresMissing}` : '';

test.skipIf(socketDir === null)(`the store tests run on a real Postgres server too${reason}`, async () => {
	const database = await openTestDatabase({ backend: 'postgres' });
	const answer = (await database.db.execute(sql`show server_version_num`)) as { rows: Record<string, string>[] };
	expect(Number(answer.rows[0]?.['server_version_num'])).toBeGreaterThanOrEqual(150_000);
	await database.close();
});
