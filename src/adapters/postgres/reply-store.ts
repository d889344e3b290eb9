/** Replies and their variants in the database. */
import { and, asc, desc, eq, ne } from 'drizzle-orm';
import type { PersonaId, ServerId, Snowflake, TurnId } from '#domain/ids';
import type { PostedMessage } from '#domain/reply';
import type { PartContent } from '#domain/turn';
import type { ReplyStore, ShownVariant, StoredReply } from '#ports/reply-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { servers } from './schema/servers.ts';
import { turnLines, turnMessages, turns, turnVariants } from './schema/turns.ts';
import { users } from './schema/users.ts';
import { contentColumns } from './turn-store.ts';

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

async function findReply(db: Database, turnId: TurnId): Promise<StoredReply | null> {
	const found = await db
		.select({ turn: turns, server: servers, ownerId: users.discordId, ownerName: users.displayName })
		.from(turns)
		.innerJoin(servers, eq(servers.id, turns.serverId))
		.innerJoin(users, eq(users.id, turns.userId))
		.where(eq(turns.id, turnId));
	const row = found[0];
	if (!row) return null;
	const messages = await db
		.select()
		.from(turnMessages)
		.where(eq(turnMessages.turnId, turnId))
		.orderBy(asc(turnMessages.part));
	const [first] = messages;
	if (!first) return null;
	const lines = await db.select().from(turnLines).where(eq(turnLines.turnId, turnId));
	const variants = await db
		.select()
		.from(turnVariants)
		.where(eq(turnVariants.turnId, turnId))
		.orderBy(asc(turnVariants.variant), asc(turnVariants.part));
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

async function newestReply(db: Database, channelId: Snowflake, exceptTurnId: TurnId | undefined) {
	const others = exceptTurnId === undefined ? undefined : ne(turns.id, exceptTurnId);
	const rows = await db
		.select({ turnId: turns.id, messageId: turnMessages.messageId, webhookId: turnMessages.webhookId })
		.from(turns)
		.innerJoin(turnMessages, eq(turnMessages.turnId, turns.id))
		.where(and(eq(turns.channelId, channelId), others))
		.orderBy(desc(turns.id), desc(turnMessages.part))
		.limit(1);
	const row = rows[0];
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
