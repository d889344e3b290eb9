/** Copies a whole database into lines that either kind of store can be made from. */
import { sql } from 'drizzle-orm';
import { headLine, rowLine, tailLine } from './backup-format.ts';
import type { Database } from './database.ts';
import { type CatalogTable, rowsOf, schemaVersion, sequenceValues, tablesInOrder } from './database-catalog.ts';
import { storeQuery } from './query-failure.ts';

/** Rows that are read at once, and of tables that hold pictures. */
const rowsAtOnce = 200;
const picturesAtOnce = 4;

/** Takes one line; the next one comes when it is done. */
export type WriteLine = (line: string) => Promise<void>;

/**
 * Everything as it was at one instant, whatever is written meanwhile; how many rows there were. What is encrypted stays
 * so. The transaction stays open while lines are written, since it is what holds that instant.
 */
export async function writeBackup(db: Database, write: WriteLine): Promise<number> {
	return await storeQuery('writeBackup', () =>
		db.transaction(
			async (transaction) => {
				await transaction.execute(sql`set local bytea_output = 'hex'`);
				await transaction.execute(sql`set local timezone = 'UTC'`);
				const tables = await tablesInOrder(transaction);
				const columns = Object.fromEntries(tables.map((table) => [table.name, [...table.columns]]));
				await write(headLine({ schema: await schemaVersion(transaction), tables: columns }));
				let rows = 0;
				for (const table of tables) rows += await writeTable(transaction, table, write);
				// Sequences are of no instant: read last, they are past every row that was seen.
				await write(tailLine({ sequences: await sequenceValues(transaction), rows }));
				return rows;
			},
			{ isolationLevel: 'repeatable read', accessMode: 'read only' },
		),
	);
}

async function writeTable(db: Database, { name, hasBytes }: CatalogTable, write: WriteLine): Promise<number> {
	const table = sql.identifier(name);
	await db.execute(sql`declare copied no scroll cursor for select to_jsonb(t)::text as json from ${table} t`);
	const fetch = sql.raw(`fetch ${hasBytes ? picturesAtOnce : rowsAtOnce} from copied`);
	let count = 0;
	for (;;) {
		const rows = await rowsOf<{ json: string }>(db, fetch);
		if (rows.length === 0) break;
		for (const { json } of rows) await write(rowLine({ table: name, json }));
		count += rows.length;
	}
	await db.execute(sql`close copied`);
	return count;
}
