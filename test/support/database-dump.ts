/** Reads the bot's database through a connection of its own. */
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { openDatabase } from '#adapters/postgres/connect';
import type { Database } from '#adapters/postgres/database';
import { recordingLog } from './store-log.ts';

/** Tables that a generation may never change. */
const CHOICE_TABLES = [
	'server_settings',
	'channel_settings',
	'persona_settings',
	'user_settings',
	'saved_provider_configs',
	'user_saved_provider_configs',
	'nai_presets',
] as const;

async function linesOf(databaseUrl: string, wanted: readonly string[] | null): Promise<readonly string[]> {
	const opened = await openDatabase({ databaseUrl }, recordingLog());
	if (!opened.ok) throw new Error(opened.error.sentence);
	try {
		return await linesIn(opened.value.db, wanted);
	} finally {
		await opened.value.close();
	}
}

async function linesIn(db: Database, wanted: readonly string[] | null): Promise<readonly string[]> {
	const tables = (await db.execute(
		sql`select tablename from pg_tables where schemaname = 'public' order by tablename`,
	)) as unknown as { rows: { tablename: string }[] };
	const lines: string[] = [];
	for (const { tablename } of tables.rows) {
		if (wanted !== null && !wanted.includes(tablename)) continue;
		const dump = (await db.execute(sql.raw(`select t::text as line from "${tablename}" t order by 1`))) as unknown as {
			rows: { line: string }[];
		};
		lines.push(...dump.rows.map((row) => `${tablename} ${row.line}`));
	}
	return lines;
}

/** Every row of every table, a line each. */
export function dumpLines(db: Database): Promise<readonly string[]> {
	return linesIn(db, null);
}

/** Every row of the tables that hold what people chose. */
export function choiceRows(databaseUrl: string): Promise<readonly string[]> {
	return linesOf(databaseUrl, CHOICE_TABLES);
}

/** Every value of every table as text; bytes as hex. */
export async function databaseDump(databaseUrl: string): Promise<string> {
	return (await linesOf(databaseUrl, null)).join('\n');
}

/** Until when a connection has seen everything: written by the clock, whatever anybody does. */
const SEEN_MARK = 'app_state (gateway.seen.';

/**
 * The same as one text, without what processes write by the clock, and hold for some seconds so that a command is answered
 * by one of them: that is of the command, whatever it does.
 */
export async function dumpWithoutLeases(databaseUrl: string): Promise<string> {
	const lines = await linesOf(databaseUrl, null);
	return lines.filter((line) => !line.startsWith('leases ') && !line.startsWith(SEEN_MARK)).join('\n');
}

/** Does something by which a persona replies where it never did, and resolves once that is counted, some seconds behind it. */
export async function untilCounted<Result>(databaseUrl: string | null, act: () => Promise<Result>): Promise<Result> {
	if (databaseUrl === null) return await act();
	const counted = async (): Promise<number> =>
		(await linesOf(databaseUrl, ['stat_counters'])).filter((line) => line.includes(',reply_sent,')).length;
	const before = await counted();
	const result = await act();
	await vi.waitFor(async () => expect(await counted()).toBeGreaterThan(before), 30_000);
	return result;
}
