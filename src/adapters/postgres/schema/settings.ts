/** What people set: one wide row per scope, where null inherits from the next scope. */
import { sql } from 'drizzle-orm';
import {
	type AnyPgColumn,
	boolean,
	check,
	foreignKey,
	integer,
	pgTable,
	primaryKey,
	smallint,
	text,
} from 'drizzle-orm/pg-core';
import { LOCALES } from '#domain/locale';
import { COOLDOWN_SCOPES, type HumanizerDegree } from '#domain/settings';
import { personas } from './personas.ts';
import { samplingChecks, samplingColumns } from './sampling-columns.ts';
import { servers } from './servers.ts';
import { users } from './users.ts';

/** The same columns for every scope; a builder can serve one table only, so each table asks for its own. */
function settingsColumns() {
	return {
		language: text('language', { enum: LOCALES }),
		zone: text('zone'),
		modelCodename: text('model_codename'),
		...samplingColumns(),
		messageFetchLimit: integer('message_fetch_limit'),
		humanizerDegree: smallint('humanizer_degree').$type<HumanizerDegree>(),
		/** Models tried in this order when the chosen one fails; empty is a choice of none. */
		fallbackModels: text('fallback_models').array(),
		/** Whether the server's key may answer where the person's own fails. */
		personalServerFallback: boolean('personal_server_fallback'),
		timeAwarenessEnabled: boolean('time_awareness_enabled'),
		contextNote: text('context_note'),
		/** Entries of the history that follow the note. */
		contextNoteDepth: smallint('context_note_depth'),
		/** The server's system prompt, the channel's, the persona's, or what is written in a person's name. */
		prompt: text('prompt'),
		/** Whether a channel's prompt follows the server's or takes its place. */
		promptMode: text('prompt_mode', { enum: ['append', 'replace'] }),
		uncensorUnicodeSpaceEnabled: boolean('uncensor_unicode_space_enabled'),
		uncensorSanitizeEnabled: boolean('uncensor_sanitize_enabled'),
		verbatimToolCallingEnabled: boolean('verbatim_tool_calling_enabled'),
		/** Whether `Name:` at the beginning of a line ends a reply through the provider's own stops, too. */
		speakerStopEnabled: boolean('speaker_stop_enabled'),
		/** Messages after which a channel is answered unasked: drawn between both, 0 answers every one. */
		autoReplyMin: integer('auto_reply_min'),
		autoReplyMax: integer('auto_reply_max'),
		/** Trigger words call only behind an @. */
		deliberateTriggersOnly: boolean('deliberate_triggers_only'),
		/** Personas that one message may call. */
		matchLimit: smallint('match_limit'),
		/** Answers of personas to personas. */
		cascadeLimit: smallint('cascade_limit'),
		cooldownScope: text('cooldown_scope', { enum: COOLDOWN_SCOPES }),
		cooldownSeconds: integer('cooldown_seconds'),
		/** Replies a day; null is without limit. */
		userRepliesPerDay: integer('user_replies_per_day'),
		channelRepliesPerDay: integer('channel_replies_per_day'),
		serverRepliesPerDay: integer('server_replies_per_day'),
		/** Members without Manage Server may add memories, lore and samples. */
		membersMayTeach: boolean('members_may_teach'),
		/** What people want to be known about themselves comes up here at all. */
		personalMemoriesEnabled: boolean('personal_memories_enabled'),
		/** What the persona was rewarded and scolded for shapes its prompt. */
		conditioningEnabled: boolean('conditioning_enabled'),
		/** Days after which closed turns and what they said are removed; null keeps them. */
		retentionDays: integer('retention_days'),
		/** The codename of a model that looks at pictures for one that cannot. */
		visionModel: text('vision_model'),
	};
}

interface CheckedColumns {
	readonly messageFetchLimit: AnyPgColumn;
	readonly humanizerDegree: AnyPgColumn;
	readonly stopStrings: AnyPgColumn;
	readonly contextNoteDepth: AnyPgColumn;
	readonly promptMode: AnyPgColumn;
	readonly autoReplyMin: AnyPgColumn;
	readonly autoReplyMax: AnyPgColumn;
	readonly matchLimit: AnyPgColumn;
	readonly cascadeLimit: AnyPgColumn;
	readonly cooldownScope: AnyPgColumn;
}

function settingsChecks(tableName: string, table: CheckedColumns) {
	return [
		check(`${tableName}_message_fetch_limit_range`, sql`${table.messageFetchLimit} between 20 and 100`),
		check(`${tableName}_humanizer_degree_range`, sql`${table.humanizerDegree} between 0 and 3`),
		check(`${tableName}_context_note_depth_range`, sql`${table.contextNoteDepth} between 0 and 100`),
		check(`${tableName}_prompt_mode_known`, sql`${table.promptMode} in ('append', 'replace')`),
		check(
			`${tableName}_auto_reply_range`,
			sql`${table.autoReplyMin} >= 0 and ${table.autoReplyMax} >= ${table.autoReplyMin}`,
		),
		check(`${tableName}_match_limit_range`, sql`${table.matchLimit} between 1 and 10`),
		check(`${tableName}_cascade_limit_range`, sql`${table.cascadeLimit} between 0 and 10`),
		check(
			`${tableName}_cooldown_scope_known`,
			sql`${table.cooldownScope} in ('off', 'user', 'channel', 'server', 'strict')`,
		),
		...samplingChecks(tableName, table),
	];
}

export const serverSettings = pgTable(
	'server_settings',
	{ serverId: integer('server_id').primaryKey(), ...settingsColumns() },
	(table) => [
		foreignKey({
			name: 'server_settings_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		...settingsChecks('server_settings', table),
	],
);

export const channelSettings = pgTable(
	'channel_settings',
	{ serverId: integer('server_id').notNull(), channelId: text('channel_id').notNull(), ...settingsColumns() },
	(table) => [
		primaryKey({ name: 'channel_settings_pk', columns: [table.serverId, table.channelId] }),
		foreignKey({
			name: 'channel_settings_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		...settingsChecks('channel_settings', table),
	],
);

export const personaSettings = pgTable(
	'persona_settings',
	{ personaId: integer('persona_id').primaryKey(), ...settingsColumns() },
	(table) => [
		foreignKey({
			name: 'persona_settings_persona_id_fk',
			columns: [table.personaId],
			foreignColumns: [personas.id],
		}).onDelete('cascade'),
		...settingsChecks('persona_settings', table),
	],
);

export const userSettings = pgTable(
	'user_settings',
	{ userId: integer('user_id').primaryKey(), ...settingsColumns() },
	(table) => [
		foreignKey({
			name: 'user_settings_user_id_fk',
			columns: [table.userId],
			foreignColumns: [users.id],
		}).onDelete('cascade'),
		...settingsChecks('user_settings', table),
	],
);
