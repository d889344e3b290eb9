/** Reads what the bot has stored of a turn, through a connection of its own. */
import { asc, eq } from 'drizzle-orm';
import { openDatabase } from '#adapters/postgres/connect';
import { turnMessages, turns } from '#adapters/postgres/schema/turns';
import { proxiedMessages } from '#adapters/postgres/schema/webhooks';
import { recordingLog } from './store-log.ts';

/** A turn and the messages of its reply, in order. */
export interface TurnRows {
	readonly state: string;
	readonly parts: readonly { readonly part: number; readonly messageId: string }[];
}

/** Whose words a message that a webhook posted is stored to be, or null. */
export async function readProxiedUser(databaseUrl: string, messageId: string): Promise<string | null> {
	const opened = await openDatabase({ databaseUrl }, recordingLog());
	if (!opened.ok) throw new Error(opened.error.sentence);
	const { db, close } = opened.value;
	try {
		const [found] = await db.select().from(proxiedMessages).where(eq(proxiedMessages.messageId, messageId));
		return found?.userDiscordId ?? null;
	} finally {
		await close();
	}
}

/** The stored turns of a trigger. */
export async function readTurnRows(databaseUrl: string, triggerMessageId: string): Promise<readonly TurnRows[]> {
	const opened = await openDatabase({ databaseUrl }, recordingLog());
	if (!opened.ok) throw new Error(opened.error.sentence);
	const { db, close } = opened.value;
	try {
		const found = await db.select().from(turns).where(eq(turns.triggerMessageId, triggerMessageId));
		const rows: TurnRows[] = [];
		for (const turn of found) {
			const parts = await db
				.select({ part: turnMessages.part, messageId: turnMessages.messageId })
				.from(turnMessages)
				.where(eq(turnMessages.turnId, turn.id))
				.orderBy(asc(turnMessages.part));
			rows.push({ state: turn.state, parts });
		}
		return rows;
	} finally {
		await close();
	}
}
