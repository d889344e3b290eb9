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

/** As if everything counted so far had happened so many days earlier. */
export async function daysPass(world: Pick<BotWorld, 'databaseUrl'>, days: number): Promise<void> {
	const name = `${days} days`;
	await query(world, `update stat_counters set bucket = bucket - ${days}, last_at = last_at - interval '${name}'`);
}

/** How often presence was written today, for everybody. */
export async function presenceToday(world: Pick<BotWorld, 'databaseUrl'>): Promise<number> {
	const rows = await query<{ seen: string | null }>(
		world,
		"select sum(count) as seen from stat_counters where metric = 'presence_seen' and bucket = (now() at time zone 'utc')::date",
	);
	return Number(rows[0]?.seen ?? 0);
}
