/** Whether a bot works on a Postgres database, as its connections tell. */
import { sql } from 'drizzle-orm';
import type { Clock } from '#ports/clock';
import type { Database } from './database.ts';
import { rowsOf } from './database-catalog.ts';

/** A quiet bot keeps a connection for 10 s after a query, and looks for turns every 12 s: it is unseen for little more than the rest. */
const unseenMaxMs = 5_000;
const lookEveryMs = 250;

async function isUsedNow(db: Database): Promise<boolean> {
	const others = sql`select exists (select from pg_stat_activity where datname = current_database()
		and application_name = 'tomori' and pid <> pg_backend_pid()) as used`;
	return (await rowsOf<{ used: boolean }>(db, others))[0]?.used ?? false;
}

/** Looks for as long as a bot that runs may have no connection open. */
export async function isUsedByOthers(db: Database, clock: Clock): Promise<boolean> {
	const untilMs = clock.now() + unseenMaxMs;
	while (!(await isUsedNow(db))) {
		if (clock.now() >= untilMs) return false;
		await clock.sleep(lookEveryMs);
	}
	return true;
}
