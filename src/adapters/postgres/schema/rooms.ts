/** How often channels are answered, who may be answered where, and what personas were told of their conduct. */
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { servers } from './servers.ts';
import { users } from './users.ts';

/** Messages since the last unasked answer of a channel. */
export const autoReplyCounters = pgTable(
	'auto_reply_counters',
	{
		serverId: integer('server_id').notNull(),
		channelId: text('channel_id').notNull(),
		messages: integer('messages').notNull(),
		/** The number at which the next answer comes. */
		threshold: integer('threshold').notNull(),
		/** The newest message that was counted; null in rows of an older version. */
		lastMessageId: text('last_message_id'),
	},
	(table) => [
		primaryKey({ name: 'auto_reply_counters_pk', columns: [table.serverId, table.channelId] }),
		foreignKey({
			name: 'auto_reply_counters_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
	],
);

/** Channels, roles and personas that are allowed or denied; with any allowed one of a kind the others are denied. */
export const accessRules = pgTable(
	'access_rules',
	{
		serverId: integer('server_id').notNull(),
		kind: text('kind', { enum: ['channel', 'role', 'persona'] }).notNull(),
		/** For personas the channel that the rule is about; empty is everywhere. */
		channelId: text('channel_id').notNull().default(''),
		/** A channel's or role's id, or a persona's row. */
		subject: text('subject').notNull(),
		verdict: text('verdict', { enum: ['allow', 'deny'] }).notNull(),
	},
	(table) => [
		primaryKey({
			name: 'access_rules_pk',
			columns: [table.serverId, table.kind, table.channelId, table.subject],
		}),
		foreignKey({
			name: 'access_rules_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		check('access_rules_kind_known', sql`${table.kind} in ('channel', 'role', 'persona')`),
		check('access_rules_verdict_known', sql`${table.verdict} in ('allow', 'deny')`),
	],
);

/** Until when somebody or some place waits. */
export const cooldowns = pgTable(
	'cooldowns',
	{
		serverId: integer('server_id').notNull(),
		/** `user:<id>`, `channel:<id>` or `server`. */
		subject: text('subject').notNull(),
		until: instant('until').notNull(),
	},
	(table) => [
		primaryKey({ name: 'cooldowns_pk', columns: [table.serverId, table.subject] }),
		foreignKey({
			name: 'cooldowns_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
	],
);

/** Replies of the present day. */
export const quotaCounters = pgTable(
	'quota_counters',
	{
		serverId: integer('server_id').notNull(),
		/** `user:<id>`, `channel:<id>` or `server`. */
		subject: text('subject').notNull(),
		/** The beginning of the day that is counted. */
		dayStart: instant('day_start').notNull(),
		replies: integer('replies').notNull(),
		/** The last warning that the limit is near, so that it comes once a day. */
		warnedAt: instant('warned_at'),
	},
	(table) => [
		primaryKey({ name: 'quota_counters_pk', columns: [table.serverId, table.subject] }),
		foreignKey({
			name: 'quota_counters_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
	],
);

/** What personas were rewarded and scolded for. */
export const personaConditioning = pgTable(
	'persona_conditioning',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		serverId: integer('server_id').notNull(),
		/** No foreign key: lineages outlive their personas. */
		lineageId: integer('lineage_id').notNull(),
		kind: text('kind', { enum: ['reward', 'punish'] }).notNull(),
		text: text('text').notNull(),
		/** Null when the person asked to be forgotten. */
		authorUserId: integer('author_user_id'),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [
		index('persona_conditioning_server_id_lineage_id_index').on(table.serverId, table.lineageId),
		foreignKey({
			name: 'persona_conditioning_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		foreignKey({
			name: 'persona_conditioning_author_user_id_fk',
			columns: [table.authorUserId],
			foreignColumns: [users.id],
		}).onDelete('set null'),
		check('persona_conditioning_kind_known', sql`${table.kind} in ('reward', 'punish')`),
		check('persona_conditioning_lineage_id_positive', sql`${table.lineageId} > 0`),
	],
);
