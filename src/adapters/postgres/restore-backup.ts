/** Makes a database of the lines of a backup, all of it or nothing. */
import { sql } from 'drizzle-orm';
import { err, ok, type Result } from '#lib/result';
import { type BackupHead, type BackupTail, readHead, readRow, readTail } from './backup-format.ts';
import type { Database } from './database.ts';
import { rowsOf, schemaVersion, tablesInOrder } from './database-catalog.ts';
import { StoreQueryError, storeQuery } from './query-failure.ts';

/** Rows, and characters of them, that are written in one statement. */
const rowsAtOnce = 200;
const charactersAtOnce = 4_000_000;

/** SQLSTATE classes of rows that the database does not take: broken values, and rows that name others which are not there. */
const REFUSED_ROWS = /^2[23]/;

/** How a backup comes back. */
export interface RestoreOptions {
	/** Whether what the database holds may go. */
	readonly replaces: boolean;
}

/** A sentence for the operator, on its way out of the transaction. */
class RestoreProblem extends Error {}

const PROBLEMS = {
	'no-backup': 'This file is no backup of tomori.',
	newer: 'This backup was made by a newer version of tomori: update this one first.',
	cut: 'This backup is cut off or damaged: nothing was changed.',
	filled: 'This database is in use already: give --replace to have everything in it replaced.',
} as const;

/** How many rows came back; the error is one sentence, and then nothing was changed. */
export async function restoreBackup(
	db: Database,
	lines: AsyncIterable<string>,
	options: RestoreOptions,
): Promise<Result<number, string>> {
	try {
		return ok(
			await storeQuery('restoreBackup', () =>
				db.transaction((transaction) => restoreInto(transaction, lines, options)),
			),
		);
	} catch (error) {
		if (error instanceof RestoreProblem) return err(error.message);
		if (error instanceof StoreQueryError && REFUSED_ROWS.test(error.code)) return err(PROBLEMS.cut);
		throw error;
	}
}

async function restoreInto(db: Database, lines: AsyncIterable<string>, options: RestoreOptions): Promise<number> {
	const reader = lines[Symbol.asyncIterator]();
	const first = await reader.next();
	const head = readHead(first.done ? undefined : first.value);
	if (!head.ok) throw new RestoreProblem(PROBLEMS[head.error]);
	await makeRoom(db, head.value, options);
	const batch = new RowBatch(db, head.value);
	let tail: BackupTail | null = null;
	for (let next = await reader.next(); !next.done; next = await reader.next()) {
		if (tail !== null) throw new RestoreProblem(PROBLEMS.cut);
		const row = readRow(next.value);
		if (row === null) tail = readTail(next.value);
		if (row === null && tail === null) throw new RestoreProblem(PROBLEMS.cut);
		if (row !== null) await batch.add(row.table, row.json);
	}
	await batch.write();
	if (tail === null || tail.rows !== batch.total) throw new RestoreProblem(PROBLEMS.cut);
	await setSequences(db, tail);
	// To resume one, the bot's token is sent to the address that it names; whoever made the file may have made that up.
	await db.execute(sql`delete from app_state where key like 'gateway.session.%'`);
	return batch.total;
}

/** An older backup lacks columns that are new, which take their defaults. */
async function makeRoom(db: Database, head: BackupHead, { replaces }: RestoreOptions): Promise<void> {
	if (BigInt(head.schema) > BigInt(await schemaVersion(db))) throw new RestoreProblem(PROBLEMS.newer);
	const tables = await tablesInOrder(db);
	const present = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]));
	for (const [name, columns] of Object.entries(head.tables)) {
		if (columns.some((column) => !present.get(name)?.has(column))) {
			throw new RestoreProblem(`This backup has a table that this version no longer knows in that form (${name}).`);
		}
	}
	const [filled] = await rowsOf<{ filled: boolean }>(
		db,
		sql`select exists (select from servers) or exists (select from users) as filled`,
	);
	if (filled?.filled && !replaces) throw new RestoreProblem(PROBLEMS.filled);
	const names = sql.join(
		tables.map(({ name }) => sql.identifier(name)),
		sql`, `,
	);
	await db.execute(sql`truncate ${names} restart identity cascade`);
}

/** Rows of one table that are written together. */
class RowBatch {
	readonly #db: Database;
	readonly #head: BackupHead;
	#table = '';
	#rows: string[] = [];
	#characters = 0;
	/** Rows so far. */
	total = 0;

	constructor(db: Database, head: BackupHead) {
		this.#db = db;
		this.#head = head;
	}

	async add(table: string, json: string): Promise<void> {
		if (table !== this.#table) await this.write();
		this.#table = table;
		this.#rows.push(json);
		this.#characters += json.length;
		this.total += 1;
		if (this.#rows.length >= rowsAtOnce || this.#characters >= charactersAtOnce) await this.write();
	}

	async write(): Promise<void> {
		if (this.#rows.length === 0) return;
		const columns = this.#head.tables[this.#table];
		if (columns === undefined) throw new RestoreProblem(PROBLEMS.cut);
		const table = sql.identifier(this.#table);
		const list = sql.join(
			columns.map((column) => sql.identifier(column)),
			sql`, `,
		);
		const rows = `[${this.#rows.join(',')}]`;
		await this.#db.execute(
			sql`insert into ${table} (${list}) overriding system value
				select ${list} from jsonb_populate_recordset(null::${table}, ${rows}::jsonb)`,
		);
		this.#rows = [];
		this.#characters = 0;
	}
}

async function setSequences(db: Database, { sequences }: BackupTail): Promise<void> {
	const present = await rowsOf<{ name: string }>(
		db,
		sql`select sequencename as name from pg_sequences where schemaname = 'public'`,
	);
	for (const { name } of present) {
		const value = sequences[name];
		if (value !== undefined) await db.execute(sql`select setval(${`public.${name}`}::regclass, ${value}::bigint)`);
	}
}
