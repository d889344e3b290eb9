/** People that the bot has met; what they chose for themselves is in `user_settings`. */
import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { personas } from './personas.ts';

export const users = pgTable(
	'users',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		discordId: text('discord_id').notNull(),
		displayName: text('display_name').notNull(),
		/** What the person asked to be called. */
		nickname: text('nickname'),
		/** 0 none, 1 partial, 2 full. */
		privacyLevel: smallint('privacy_level').notNull().default(0),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [
		unique('users_discord_id_unique').on(table.discordId),
		check('users_privacy_level_range', sql`${table.privacyLevel} between 0 and 2`),
	],
);

/** What a person asked one persona to call them; it comes before their own nickname. */
export const userPersonaNames = pgTable(
	'user_persona_names',
	{
		userId: integer('user_id').notNull(),
		personaId: integer('persona_id').notNull(),
		nickname: text('nickname').notNull(),
	},
	(table) => [
		primaryKey({ name: 'user_persona_names_pk', columns: [table.userId, table.personaId] }),
		foreignKey({
			name: 'user_persona_names_user_id_fk',
			columns: [table.userId],
			foreignColumns: [users.id],
		}).onDelete('cascade'),
		foreignKey({
			name: 'user_persona_names_persona_id_fk',
			columns: [table.personaId],
			foreignColumns: [personas.id],
		}).onDelete('cascade'),
	],
);
