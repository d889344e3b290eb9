/** Makes a statement's SQL once for each database, since that costs more than most statements take to run. */
import type { Database } from './database.ts';

/** Makes what takes its values later: `sql.placeholder` stands for each of them. */
export type BuildStatement<Statement> = (db: Database) => Statement;

/** The name of a statement that the server forgets at once: poolers in front of it may change its connections. */
export const NAMELESS_STATEMENT = '';

/** Gives the statement of a database, made at its first use. */
export function preparedOnce<Statement>(build: BuildStatement<Statement>): (db: Database) => Statement {
	const made = new WeakMap<Database, { readonly statement: Statement }>();
	return (db) => {
		const known = made.get(db);
		if (known) return known.statement;
		const statement = build(db);
		made.set(db, { statement });
		return statement;
	};
}
