/** A bot that runs is noticed, also between two of its queries. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { isUsedByOthers } from '#adapters/postgres/other-processes';
import { ManualClock } from '../support/manual-clock.ts';
import { openTestDatabase, storeBackends } from '../support/store-for-test.ts';

const hasServer = storeBackends().includes('postgres');

/** Time passes only while somebody waits, and something may happen then. */
class PassingClock extends ManualClock {
	readonly #meanwhile: (waitedMs: number) => Promise<void>;
	#waitedMs = 0;

	constructor(meanwhile: (waitedMs: number) => Promise<void> = async () => {}) {
		super();
		this.#meanwhile = meanwhile;
	}

	override async sleep(delayMs: number): Promise<void> {
		this.#waitedMs += delayMs;
		this.advance(delayMs);
		await this.#meanwhile(this.#waitedMs);
	}
}

test.skipIf(!hasServer)('a bot whose connections are closed just now is waited for, and nobody is nobody', async () => {
	const database = await openTestDatabase({ backend: 'postgres' });
	const databaseUrl = database.databaseUrl ?? '';
	const bot = new pg.Client({ connectionString: databaseUrl, application_name: 'tomori' });
	const stranger = new pg.Client({ connectionString: databaseUrl, application_name: 'psql' });
	await stranger.connect();
	try {
		expect(await isUsedByOthers(database.db, new PassingClock())).toBe(false);
		const comesLater = new PassingClock(async (waitedMs) => {
			if (waitedMs === 2_500) await bot.connect();
		});
		expect(await isUsedByOthers(database.db, comesLater)).toBe(true);
		expect(await isUsedByOthers(database.db, new PassingClock())).toBe(true);
	} finally {
		await Promise.all([bot.end(), stranger.end()]);
		await database.close();
	}
});
