/** What is being answered: claims, the lines that belong to them, and the messages of the replies. */
import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { TriggerCause } from '#domain/turn';
import type { TurnState } from '#domain/turn-state';
import { instant } from './columns.ts';
import { personas } from './personas.ts';
import { servers } from './servers.ts';
import { users } from './users.ts';

export const turns = pgTable(
	'turns',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		serverId: integer('server_id').notNull(),
		channelId: text('channel_id').notNull(),
		personaId: integer('persona_id').notNull(),
		userId: integer('user_id').notNull(),
		triggerMessageId: text('trigger_message_id').notNull(),
		state: text('state').$type<TurnState>().notNull(),
		/** Why its trigger is answered; null for turns of an older version. */
		cause: text('cause').$type<TriggerCause>(),
		/** 0, and one more each time that it was taken again, before anything of the reply was posted. */
		run: integer('run').notNull().default(0),
		createdAt: instant('created_at').notNull().defaultNow(),
		updatedAt: instant('updated_at').notNull().defaultNow(),
		/** What the persona was told of a person who came back; null when there was nothing to tell. */
		reunionNote: text('reunion_note'),
		/** The process that works on it, until `leaseExpiresAt`; null once it is closed. */
		owner: text('owner'),
		leaseExpiresAt: instant('lease_expires_at'),
	},
	(table) => [
		unique('turns_trigger_message_id_persona_id_unique').on(table.triggerMessageId, table.personaId),
		index('turns_channel_id_index').on(table.channelId),
		// The few that are open are looked for again and again, among all that ever were.
		index('turns_open_index').on(table.id).where(sql`state in ('claimed', 'generating', 'delivering')`),
		foreignKey({
			name: 'turns_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		foreignKey({
			name: 'turns_persona_id_fk',
			columns: [table.personaId],
			foreignColumns: [personas.id],
		}).onDelete('cascade'),
		foreignKey({
			name: 'turns_user_id_fk',
			columns: [table.userId],
			foreignColumns: [users.id],
		}).onDelete('cascade'),
	],
);

export const turnLines = pgTable(
	'turn_lines',
	{
		messageId: text('message_id').notNull(),
		turnId: integer('turn_id').notNull(),
		personaId: integer('persona_id').notNull(),
	},
	(table) => [
		primaryKey({ name: 'turn_lines_pk', columns: [table.messageId, table.personaId] }),
		index('turn_lines_turn_id_index').on(table.turnId),
		foreignKey({
			name: 'turn_lines_turn_id_fk',
			columns: [table.turnId],
			foreignColumns: [turns.id],
		}).onDelete('cascade'),
	],
);

export const turnMessages = pgTable(
	'turn_messages',
	{
		messageId: text('message_id').primaryKey(),
		turnId: integer('turn_id').notNull(),
		personaId: integer('persona_id').notNull(),
		part: integer('part').notNull(),
		variant: integer('variant').notNull(),
		webhookId: text('webhook_id'),
	},
	(table) => [
		index('turn_messages_turn_id_index').on(table.turnId),
		foreignKey({
			name: 'turn_messages_turn_id_fk',
			columns: [table.turnId],
			foreignColumns: [turns.id],
		}).onDelete('cascade'),
	],
);

/** Every reply that a turn ever had, as Discord got it; the one that stands in the channel is told by `turn_messages`. */
export const turnVariants = pgTable(
	'turn_variants',
	{
		turnId: integer('turn_id').notNull(),
		variant: integer('variant').notNull(),
		part: integer('part').notNull(),
		text: text('text').notNull(),
		/** The name that it was posted under; null for the bot's own account. */
		identityName: text('identity_name'),
		avatarUrl: text('avatar_url'),
	},
	(table) => [
		primaryKey({ name: 'turn_variants_pk', columns: [table.turnId, table.variant, table.part] }),
		foreignKey({
			name: 'turn_variants_turn_id_fk',
			columns: [table.turnId],
			foreignColumns: [turns.id],
		}).onDelete('cascade'),
	],
);
