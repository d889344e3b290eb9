/** Counts what is stored, through a connection of its own. */
import pg from 'pg';

/** Asks until so many rows are there; a test's own time limit ends a wait that is in vain. */
export async function untilRows(databaseUrl: string | null, from: string, wanted: number): Promise<void> {
	const client = new pg.Client({ connectionString: databaseUrl ?? '' });
	await client.connect();
	try {
		for (;;) {
			const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${from}`);
			if (rows[0]?.count === wanted) return;
		}
	} finally {
		await client.end();
	}
}

/** Rows of a table, or of one with its conditions. */
export async function countRows(databaseUrl: string | null, from: string): Promise<number> {
	const client = new pg.Client({ connectionString: databaseUrl ?? '' });
	await client.connect();
	try {
		const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${from}`);
		return rows[0]?.count ?? 0;
	} finally {
		await client.end();
	}
}
