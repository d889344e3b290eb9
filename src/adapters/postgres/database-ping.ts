/** Whether the database answers. */
import { sql } from 'drizzle-orm';
import type { Clock } from '#ports/clock';
import type { DatabasePing } from '#ports/health';
import type { Database } from './database.ts';

/** An answer that takes longer is none. */
export const pingTimeoutMs = 2_000;

/** Pings; whoever asks while one is under way gets its answer, so that asking often costs one query at a time. */
export function createDatabasePing(db: Database, clock: Clock): DatabasePing {
	let running: Promise<number | null> | null = null;
	const ping = async (): Promise<number | null> => {
		const answered = new AbortController();
		const startMs = performance.now();
		const asked = Promise.resolve(db.execute(sql`select 1`)).then(
			() => performance.now() - startMs,
			() => null,
		);
		const late = clock.sleep(pingTimeoutMs, answered.signal).then(() => null);
		const tookMs = await Promise.race([asked, late]);
		answered.abort();
		return tookMs;
	};
	return async () => {
		running ??= ping().finally(() => {
			running = null;
		});
		return await running;
	};
}
