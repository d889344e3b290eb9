/** Whom a persona ignores, and who keeps their nickname out of prompts. */
import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { personas } from './personas.ts';
import { servers } from './servers.ts';

export const personaUserBlocks = pgTable(
	'persona_user_blocks',
	{
		serverId: integer('server_id').notNull(),
		personaId: integer('persona_id').notNull(),
		/** No foreign key: people may be blocked whom the bot has never met. */
		userDiscordId: text('user_discord_id').notNull(),
		blockType: text('block_type', { enum: ['mute', 'block'] }).notNull(),
		reason: text('reason'),
		/** Null is for good. */
		expiresAt: instant('expires_at'),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ name: 'persona_user_blocks_pk', columns: [table.personaId, table.userDiscordId] }),
		foreignKey({
			name: 'persona_user_blocks_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		foreignKey({
			name: 'persona_user_blocks_persona_id_fk',
			columns: [table.personaId],
			foreignColumns: [personas.id],
		}).onDelete('cascade'),
		check('persona_user_blocks_type_known', sql`${table.blockType} in ('mute', 'block')`),
	],
);

/** Kept by Discord's id, so that it outlives the person's own row. */
export const personalizationBlacklist = pgTable(
	'personalization_blacklist',
	{
		serverId: integer('server_id').notNull(),
		userDiscordId: text('user_discord_id').notNull(),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ name: 'personalization_blacklist_pk', columns: [table.serverId, table.userDiscordId] }),
		foreignKey({
			name: 'personalization_blacklist_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
	],
);
