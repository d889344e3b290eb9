/** What a world's bot has counted, read and moved by a connection of the test's own; needs a Postgres server. */
import pg from 'pg';
import type { BotWorld } from './bot-world.ts';

async function query<Row>({ databaseUrl }: Pick<BotWorld, 'databaseUrl'>, text: string): Promise<readonly Row[]> {
	const client = new pg.Client({ connectionString: databaseUrl ?? '' });
	await client.connect();
	try {
		return (await client.query(text)).rows as Row[];
	} finally {
		await client.end();
	}
}

/** Further than any test moves. */
const farAwayDays = 100_000;

/** As if everything counted so far had happened so many days earlier. */
export async function daysPass(world: Pick<BotWorld, 'databaseUrl'>, days: number): Promise<void> {
	// By way of another time, since a row may not even for a moment stand on the day of one that moves after it.
	for (const step of [days + farAwayDays, -farAwayDays]) {
		await query(
			world,
			`update stat_counters set bucket = bucket - (${step}), last_at = last_at - ${step} * interval '1 day'`,
		);
	}
}

/** How often presence was written today, for everybody. */
export async function presenceToday(world: Pick<BotWorld, 'databaseUrl'>): Promise<number> {
	const rows = await query<{ seen: string | null }>(
		world,
		"select sum(count) as seen from stat_counters where metric = 'presence_seen' and bucket = (now() at time zone 'utc')::date",
	);
	return Number(rows[0]?.seen ?? 0);
}
