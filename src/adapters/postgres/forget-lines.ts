/** Takes a person out of what was noted of the last hours. */
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Snowflake } from '#domain/ids';
import type { ShortTermLine } from '#domain/memory';
import { changeShortTerm } from './change-short-term.ts';
import type { Database } from './database.ts';
import { shortTermMemories } from './schema/memories.ts';
import { turnMessages, turns } from './schema/turns.ts';
import { users } from './schema/users.ts';

const table = shortTermMemories;

function turnsOf(discordId: Snowflake): SQL {
	return sql`${turns.userId} = (select ${users.id} from ${users} where ${users.discordId} = ${discordId})`;
}

/** Which of the messages are replies to the person. */
async function repliesAmong(db: Database, discordId: Snowflake, lines: readonly ShortTermLine[]) {
	const messageIds = [...new Set(lines.flatMap((line) => line.messageIds))];
	if (messageIds.length === 0) return new Set<Snowflake>();
	const rows = await db
		.select({ messageId: turnMessages.messageId })
		.from(turnMessages)
		.innerJoin(turns, eq(turns.id, turnMessages.turnId))
		.where(and(inArray(turnMessages.messageId, messageIds), turnsOf(discordId)));
	return new Set(rows.map((row) => row.messageId));
}

/**
 * Forgets what the person said, what personas answered them, and summaries of the channels where that was: who is named
 * in those, no id tells. Call it while the person's turns are still there.
 */
export async function forgetLinesOf(db: Database, discordId: Snowflake): Promise<void> {
	const wasThere = inArray(table.channelId, db.select({ id: turns.channelId }).from(turns).where(turnsOf(discordId)));
	const said = sql`${table.lines} @> ${JSON.stringify([{ authorId: discordId }])}::jsonb`;
	const rows = await db
		.select({ id: table.id, channelId: table.channelId, lines: table.lines })
		.from(table)
		.where(or(said, wasThere));
	if (rows.length === 0) return;
	const replies = await repliesAmong(
		db,
		discordId,
		rows.flatMap(({ lines }) => lines ?? []),
	);
	const channelIds = [...new Set(rows.map(({ channelId }) => channelId))];
	await db.delete(table).where(and(eq(table.kind, 'summary'), inArray(table.channelId, channelIds)));
	const noted = and(
		eq(table.kind, 'lines'),
		inArray(
			table.id,
			rows.map(({ id }) => id),
		),
	);
	await changeShortTerm(db, noted, (lines) =>
		lines.filter((line) => line.authorId !== discordId && !line.messageIds.some((id) => replies.has(id))),
	);
}
