/** A backup is lines of JSON: a head, a line for each row, the sequences, and an end that tells how many rows there are. */
import { z } from 'zod';
import { err, ok, type Result } from '#lib/result';

/** Raised when a backup can no longer be read as before. */
export const BACKUP_VERSION = 1;

const FORMAT = 'tomori-backup';

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const head = z.object({
	format: z.literal(FORMAT),
	version: z.int().min(1),
	/** The newest migration of the database that it was made of. */
	schema: z.string().regex(/^\d{1,16}$/),
	tables: z.record(identifier, z.array(identifier).min(1)),
});

const tail = z.object({
	sequences: z.record(identifier, z.string().regex(/^\d{1,19}$/)),
	rows: z.int().min(0),
});

/** The first line. */
export type BackupHead = z.infer<typeof head>;

/** The last line. */
export type BackupTail = z.infer<typeof tail>;

/** A line between them; the row stays text, since numbers of a database may be larger than JavaScript's. */
export interface BackupRow {
	readonly table: string;
	readonly json: string;
}

/** The first line's text. */
export function headLine(facts: Pick<BackupHead, 'schema' | 'tables'>): string {
	return JSON.stringify({ format: FORMAT, version: BACKUP_VERSION, ...facts });
}

/** A row's text. */
export function rowLine({ table, json }: BackupRow): string {
	return `["${table}",${json}]`;
}

/** The last line's text. */
export function tailLine(facts: BackupTail): string {
	return JSON.stringify(facts);
}

function readJson(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return null;
	}
}

/** The error says what is wrong with the whole file. */
export function readHead(line: string | undefined): Result<BackupHead, 'no-backup' | 'newer'> {
	const parsed = head.safeParse(readJson(line ?? ''));
	if (!parsed.success) return err('no-backup');
	return parsed.data.version > BACKUP_VERSION ? err('newer') : ok(parsed.data);
}

const row = /^\["([a-z_][a-z0-9_]{0,62})",(\{.*\})\]$/su;

/** Null for a line that is no row. */
export function readRow(line: string): BackupRow | null {
	const [, table, json] = row.exec(line) ?? [];
	return table === undefined || json === undefined ? null : { table, json };
}

/** Null for a line that is not the last one. */
export function readTail(line: string): BackupTail | null {
	const parsed = tail.safeParse(readJson(line));
	return parsed.success ? parsed.data : null;
}
