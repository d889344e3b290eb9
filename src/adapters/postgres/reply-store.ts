/** Replies and their variants in the database. */
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { PersonaId, ServerId, Snowflake, TurnId } from '#domain/ids';
import type { PostedMessage } from '#domain/reply';
import type { PartContent } from '#domain/turn';
import type { ReplyStore, ShownVariant, StoredReply } from '#ports/reply-store';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { contentColumns } from './record-part.ts';
import { servers } from './schema/servers.ts';
import { turnLines, turnMessages, turns, turnVariants } from './schema/turns.ts';
import { users } from './schema/users.ts';

interface MessageRow {
	readonly messageId: Snowflake;
	readonly webhookId: string | null;
}

function postedOf({ messageId, webhookId }: MessageRow, channelId: Snowflake): PostedMessage {
	return { id: messageId, channelId, ...(webhookId === null ? {} : { webhookId }) };
}

type VariantRow = typeof turnVariants.$inferSelect;

function variantsOf(rows: readonly VariantRow[]): readonly (readonly PartContent[])[] {
	const variants: PartContent[][] = [];
	for (const { variant, text, identityName, avatarUrl } of rows) {
		const identity = identityName === null ? null : { name: identityName, avatarUrl };
		while (variants.length <= variant) variants.push([]);
		variants[variant]?.push({ text, identity });
	}
	return variants;
}

const givenTurn = sql.placeholder('turnId');

const selectTurn = preparedOnce((db) =>
	db
		.select({ turn: turns, server: servers, ownerId: users.discordId, ownerName: users.displayName })
		.from(turns)
		.innerJoin(servers, eq(servers.id, turns.serverId))
		.innerJoin(users, eq(users.id, turns.userId))
		.where(eq(turns.id, givenTurn))
		.prepare(NAMELESS_STATEMENT),
);

const selectMessages = preparedOnce((db) =>
	db
		.select()
		.from(turnMessages)
		.where(eq(turnMessages.turnId, givenTurn))
		.orderBy(asc(turnMessages.part))
		.prepare(NAMELESS_STATEMENT),
);

const selectLines = preparedOnce((db) =>
	db.select().from(turnLines).where(eq(turnLines.turnId, givenTurn)).prepare(NAMELESS_STATEMENT),
);

const selectVariants = preparedOnce((db) =>
	db
		.select()
		.from(turnVariants)
		.where(eq(turnVariants.turnId, givenTurn))
		.orderBy(asc(turnVariants.variant), asc(turnVariants.part))
		.prepare(NAMELESS_STATEMENT),
);

async function findReply(db: Database, turnId: TurnId): Promise<StoredReply | null> {
	const [row] = await selectTurn(db).execute({ turnId });
	if (!row) return null;
	const messages = await selectMessages(db).execute({ turnId });
	const [first] = messages;
	if (!first) return null;
	const lines = await selectLines(db).execute({ turnId });
	const variants = await selectVariants(db).execute({ turnId });
	const { turn, server, ownerId, ownerName } = row;
	return {
		turnId,
		personaId: turn.personaId as PersonaId,
		channelId: turn.channelId,
		guildId: server.kind === 'guild' ? server.discordId : null,
		triggerMessageId: turn.triggerMessageId,
		reunionNote: turn.reunionNote,
		lineIds: lines.map((line) => line.messageId),
		ownerId,
		ownerName: ownerName ?? '',
		messages: messages.map((message) => postedOf(message, turn.channelId)),
		variant: first.variant,
		variants: variantsOf(variants),
	};
}

async function beginningOf(db: Database, serverId: ServerId, triggerMessageId: Snowflake): Promise<Snowflake | null> {
	const rows = await db
		.select({ messageId: turnMessages.messageId })
		.from(turns)
		.innerJoin(turnMessages, eq(turnMessages.turnId, turns.id))
		.where(and(eq(turns.serverId, serverId), eq(turns.triggerMessageId, triggerMessageId)))
		.orderBy(asc(turns.id), asc(turnMessages.part))
		.limit(1);
	return rows[0]?.messageId ?? null;
}

/** The database numbers turns from 1. */
const noTurn = 0;

const selectNewest = preparedOnce((db) =>
	db
		.select({ turnId: turns.id, messageId: turnMessages.messageId, webhookId: turnMessages.webhookId })
		.from(turns)
		.innerJoin(turnMessages, eq(turnMessages.turnId, turns.id))
		.where(and(eq(turns.channelId, sql.placeholder('channelId')), ne(turns.id, sql.placeholder('exceptTurnId'))))
		.orderBy(desc(turns.id), desc(turnMessages.part))
		.limit(1)
		.prepare(NAMELESS_STATEMENT),
);

async function newestReply(db: Database, channelId: Snowflake, exceptTurnId: TurnId | undefined) {
	const [row] = await selectNewest(db).execute({ channelId, exceptTurnId: exceptTurnId ?? noTurn });
	return row ? { turnId: row.turnId as TurnId, last: postedOf(row, channelId) } : null;
}

async function showVariant(db: Database, shown: ShownVariant): Promise<void> {
	const { turnId, personaId, variant, messages, parts } = shown;
	await db.transaction(async (transaction) => {
		await transaction.delete(turnMessages).where(eq(turnMessages.turnId, turnId));
		const rows = messages.map(({ id, webhookId }, part) => {
			return { messageId: id, turnId, personaId, part, variant, webhookId: webhookId ?? null };
		});
		if (rows.length > 0) await transaction.insert(turnMessages).values(rows);
		await transaction
			.delete(turnVariants)
			.where(and(eq(turnVariants.turnId, turnId), eq(turnVariants.variant, variant)));
		const contents = parts.map((content, part) => ({ turnId, variant, part, ...contentColumns(content) }));
		if (contents.length > 0) await transaction.insert(turnVariants).values(contents);
	});
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createReplyStore(db: Database): ReplyStore {
	return {
		findReply: (turnId) => storeQuery('findReply', () => findReply(db, turnId)),
		turnOf: (messageId) =>
			storeQuery('turnOf', async () => {
				const rows = await db.select().from(turnMessages).where(eq(turnMessages.messageId, messageId));
				return (rows[0]?.turnId as TurnId | undefined) ?? null;
			}),
		beginningOf: (serverId, triggerMessageId) =>
			storeQuery('beginningOf', () => beginningOf(db, serverId, triggerMessageId)),
		newestReply: (channelId, exceptTurnId) => storeQuery('newestReply', () => newestReply(db, channelId, exceptTurnId)),
		showVariant: (shown) => storeQuery('showVariant', () => showVariant(db, shown)),
		removeReply: (turnId) =>
			storeQuery('removeReply', async () => {
				await db.transaction(async (transaction) => {
					await transaction.delete(turnMessages).where(eq(turnMessages.turnId, turnId));
					await transaction.delete(turnVariants).where(eq(turnVariants.turnId, turnId));
				});
			}),
	};
}
