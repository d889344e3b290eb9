/** The database as repositories see it, the same for `pg` and for PGlite. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Takes both drivers; a transaction is one too. Nothing outside the database is awaited inside a transaction. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;
