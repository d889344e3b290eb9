/** People that the bot has met; what they chose for themselves is in `user_settings`. */
import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const users = pgTable(
	'users',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		discordId: text('discord_id').notNull(),
		displayName: text('display_name').notNull(),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [unique('users_discord_id_unique').on(table.discordId)],
);
