/** Lorebook entries, with the fields of character cards and world-info files (ruling L1). */
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { servers } from './servers.ts';

export const lorebookEntries = pgTable(
	'lorebook_entries',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		serverId: integer('server_id').notNull(),
		/** Null is for all personas of the server; no foreign key, since lineages outlive their personas. */
		lineageId: integer('lineage_id'),
		title: text('title').notNull(),
		content: text('content').notNull(),
		keys: text('keys').array().notNull(),
		secondaryKeys: text('secondary_keys').array().notNull(),
		secondaryLogic: text('secondary_logic', { enum: ['and-any', 'and-all', 'not-any', 'not-all'] }).notNull(),
		isConstant: boolean('is_constant').notNull(),
		isEnabled: boolean('is_enabled').notNull(),
		insertionOrder: integer('insertion_order').notNull(),
		position: text('position', { enum: ['before', 'after'] }).notNull(),
		isCaseSensitive: boolean('is_case_sensitive').notNull(),
		matchesWholeWords: boolean('matches_whole_words').notNull(),
		/** Null takes the default depth. */
		scanDepth: integer('scan_depth'),
		usesPatterns: boolean('uses_patterns').notNull(),
		createdAt: instant('created_at').notNull().defaultNow(),
		updatedAt: instant('updated_at').notNull().defaultNow(),
	},
	(table) => [
		index('lorebook_entries_server_id_index').on(table.serverId),
		foreignKey({
			name: 'lorebook_entries_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		check('lorebook_entries_lineage_id_positive', sql`${table.lineageId} > 0`),
		check('lorebook_entries_position_known', sql`${table.position} in ('before', 'after')`),
		check(
			'lorebook_entries_secondary_logic_known',
			sql`${table.secondaryLogic} in ('and-any', 'and-all', 'not-any', 'not-all')`,
		),
		check('lorebook_entries_scan_depth_range', sql`${table.scanDepth} between 1 and 100`),
	],
);
