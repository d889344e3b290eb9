/** Characters of a workspace. */
import { sql } from 'drizzle-orm';
import {
	boolean,
	check,
	foreignKey,
	integer,
	jsonb,
	pgSequence,
	pgTable,
	smallint,
	text,
	unique,
	uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { SampleExchange } from '#domain/persona';
import type { CardFields } from '#domain/persona-card';
import { bytea, instant } from './columns.ts';
import { servers } from './servers.ts';

/** Lineages outlive their personas, so their numbers come from a sequence of their own. */
export const personaLineages = pgSequence('persona_lineages', { startWith: 1, minValue: 1, maxValue: 2_147_483_647 });

export const personas = pgTable(
	'personas',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		serverId: integer('server_id').notNull(),
		lineageId: integer('lineage_id').notNull().default(sql`nextval('persona_lineages')`),
		name: text('name').notNull(),
		/** The name as it is compared; folding case in the database would depend on its locale. */
		nameKey: text('name_key').notNull(),
		isAlter: boolean('is_alter').notNull(),
		attributes: text('attributes').array().notNull(),
		samples: jsonb('samples').$type<readonly SampleExchange[]>().notNull(),
		triggerWords: text('trigger_words').array().notNull(),
		/** Further names that the persona goes by. */
		aliases: text('aliases').array().notNull().default([]),
		attgAuthor: text('attg_author').notNull().default(''),
		attgTitle: text('attg_title').notNull().default(''),
		attgTags: text('attg_tags').notNull().default(''),
		attgGenre: text('attg_genre').notNull().default(''),
		attgStars: smallint('attg_stars'),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [
		foreignKey({
			name: 'personas_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		unique('personas_server_id_name_key_unique').on(table.serverId, table.nameKey),
		uniqueIndex('personas_one_main_per_server').on(table.serverId).where(sql`not ${table.isAlter}`),
		check('personas_lineage_id_positive', sql`${table.lineageId} > 0`),
		check('personas_attg_stars_range', sql`${table.attgStars} between 1 and 5`),
	],
);

/** What a persona looks like: the picture of its card, and the emoji of the application by which Discord can show it. */
export const personaPictures = pgTable(
	'persona_pictures',
	{
		personaId: integer('persona_id').primaryKey(),
		picture: bytea('picture').notNull(),
		mimeType: text('mime_type').notNull(),
		/** Null until it was uploaded. */
		emojiId: text('emoji_id'),
		updatedAt: instant('updated_at').notNull().defaultNow(),
	},
	(table) => [
		foreignKey({
			name: 'persona_pictures_persona_id_fk',
			columns: [table.personaId],
			foreignColumns: [personas.id],
		}).onDelete('cascade'),
		check('persona_pictures_picture_size', sql`length(${table.picture}) <= 8388608`),
	],
);

/** What a persona's card says that nothing here uses, such as greetings and its author; an export gives it back. */
export const personaCards = pgTable(
	'persona_cards',
	{
		personaId: integer('persona_id').primaryKey(),
		fields: jsonb('fields').$type<CardFields>().notNull(),
	},
	(table) => [
		foreignKey({
			name: 'persona_cards_persona_id_fk',
			columns: [table.personaId],
			foreignColumns: [personas.id],
		}).onDelete('cascade'),
	],
);
