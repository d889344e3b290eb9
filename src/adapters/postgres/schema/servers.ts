/** Workspaces: guilds, and direct conversations with one person. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { LOCALES } from '#domain/locale';
import { instant } from './columns.ts';

export const servers = pgTable(
	'servers',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		kind: text('kind', { enum: ['guild', 'direct'] }).notNull(),
		discordId: text('discord_id').notNull(),
		locale: text('locale', { enum: LOCALES }),
		/** When the bot introduced itself there; null until it has. */
		greetedAt: instant('greeted_at'),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [
		unique('servers_kind_discord_id_unique').on(table.kind, table.discordId),
		check('servers_kind_known', sql`${table.kind} in ('guild', 'direct')`),
	],
);
