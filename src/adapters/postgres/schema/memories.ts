/** What is remembered: about servers, about people, and of the last hours in a channel. */
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ShortTermLine } from '#domain/memory';
import { instant } from './columns.ts';
import { servers } from './servers.ts';
import { users } from './users.ts';

/** The same columns for both kinds of lasting memory; a builder can serve one table only, so each asks for its own. */
function memoryColumns() {
	return {
		content: text('content').notNull(),
		/** Names without `#`, or ids; empty is every channel. */
		channels: text('channels').array().notNull().default([]),
		/** Empty needs no keyword. */
		keywords: text('keywords').array().notNull().default([]),
		createdAt: instant('created_at').notNull().defaultNow(),
		updatedAt: instant('updated_at').notNull().defaultNow(),
	};
}

export const serverMemories = pgTable(
	'server_memories',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		serverId: integer('server_id').notNull(),
		/** No foreign key: lineages outlive their personas. */
		lineageId: integer('lineage_id').notNull(),
		/** Null when the person asked to be forgotten. */
		authorUserId: integer('author_user_id'),
		...memoryColumns(),
	},
	(table) => [
		index('server_memories_server_id_lineage_id_index').on(table.serverId, table.lineageId),
		foreignKey({
			name: 'server_memories_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		foreignKey({
			name: 'server_memories_author_user_id_fk',
			columns: [table.authorUserId],
			foreignColumns: [users.id],
		}).onDelete('set null'),
		check('server_memories_lineage_id_positive', sql`${table.lineageId} > 0`),
	],
);

export const personalMemories = pgTable(
	'personal_memories',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		userId: integer('user_id').notNull(),
		/** Null is for every persona. */
		lineageId: integer('lineage_id'),
		...memoryColumns(),
	},
	(table) => [
		index('personal_memories_user_id_index').on(table.userId),
		foreignKey({
			name: 'personal_memories_user_id_fk',
			columns: [table.userId],
			foreignColumns: [users.id],
		}).onDelete('cascade'),
		check('personal_memories_lineage_id_positive', sql`${table.lineageId} > 0`),
	],
);

export const shortTermMemories = pgTable(
	'short_term_memories',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		serverId: integer('server_id').notNull(),
		channelId: text('channel_id').notNull(),
		lineageId: integer('lineage_id').notNull(),
		/** `lines` are the last messages as they were said, `summary` is what a model made of what came before. */
		kind: text('kind', { enum: ['lines', 'summary'] })
			.notNull()
			.default('summary'),
		content: text('content').notNull(),
		/** The messages behind `lines`, oldest first. */
		lines: jsonb('lines').$type<readonly ShortTermLine[]>(),
		/** Channels that not everybody may read; what was said there comes up nowhere else. */
		isPrivate: boolean('is_private').notNull().default(true),
		updatedAt: instant('updated_at').notNull().defaultNow(),
		expiresAt: instant('expires_at').notNull(),
	},
	(table) => [
		index('short_term_memories_channel_index').on(table.serverId, table.channelId, table.lineageId),
		index('short_term_memories_lineage_index').on(table.serverId, table.lineageId, table.updatedAt),
		uniqueIndex('short_term_memories_lines_unique')
			.on(table.serverId, table.channelId, table.lineageId)
			.where(sql`${table.kind} = 'lines'`),
		check('short_term_memories_kind_known', sql`${table.kind} in ('lines', 'summary')`),
		foreignKey({
			name: 'short_term_memories_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		check('short_term_memories_lineage_id_positive', sql`${table.lineageId} > 0`),
	],
);

/** Where a server's short-term memory stands in prompts. */
export const serverStmConfigs = pgTable(
	'server_stm_configs',
	{
		serverId: integer('server_id').primaryKey(),
		/** Entries of the history that follow it; null stands inline, before the samples. */
		depth: integer('depth'),
	},
	(table) => [
		foreignKey({
			name: 'server_stm_configs_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		check('server_stm_configs_depth_range', sql`${table.depth} between 0 and 100`),
	],
);
