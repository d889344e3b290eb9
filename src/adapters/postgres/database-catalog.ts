/** What the database itself says of its tables, so that a copy forgets none. */
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** A table with its columns in order. */
export interface CatalogTable {
	readonly name: string;
	readonly columns: readonly string[];
	/** Whether its rows may be large. */
	readonly hasBytes: boolean;
}

/** Rows of a query that is written by hand. */
export async function rowsOf<Row>(db: Database, query: Parameters<Database['execute']>[0]): Promise<readonly Row[]> {
	return ((await db.execute(query)) as unknown as { readonly rows: readonly Row[] }).rows;
}

/** The newest migration that the database has, in milliseconds since 1970 as a whole number in digits. */
export async function schemaVersion(db: Database): Promise<string> {
	const newest = sql`select max(created_at)::text as version from drizzle.__drizzle_migrations`;
	return (await rowsOf<{ version: string | null }>(db, newest))[0]?.version ?? '0';
}

/** All tables, each behind those that its rows point to. */
export async function tablesInOrder(db: Database): Promise<readonly CatalogTable[]> {
	const columns = await rowsOf<{ table: string; column: string; type: string }>(
		db,
		sql`select c.table_name as table, c.column_name as column, c.data_type as type
			from information_schema.columns c join pg_tables t on t.tablename = c.table_name and t.schemaname = 'public'
			where c.table_schema = 'public' order by c.table_name, c.ordinal_position`,
	);
	const links = await rowsOf<{ child: string; parent: string }>(
		db,
		sql`select child.relname as child, parent.relname as parent from pg_constraint k
			join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
			where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
	);
	const byName = Map.groupBy(columns, ({ table }) => table);
	const ordered = new Set<string>();
	const add = (name: string): void => {
		if (ordered.has(name)) return;
		for (const { child, parent } of links) if (child === name && parent !== name) add(parent);
		ordered.add(name);
	};
	for (const name of byName.keys()) add(name);
	return [...ordered].map((name) => {
		const own = byName.get(name) ?? [];
		return { name, columns: own.map(({ column }) => column), hasBytes: own.some(({ type }) => type === 'bytea') };
	});
}

/** Where each sequence stands, so that no number is given out twice; those that never gave one out are left out. */
export async function sequenceValues(db: Database): Promise<Readonly<Record<string, string>>> {
	const rows = await rowsOf<{ name: string; value: string }>(
		db,
		sql`select sequencename as name, last_value::text as value from pg_sequences
			where schemaname = 'public' and last_value is not null order by 1`,
	);
	return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
