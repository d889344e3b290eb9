/** OpenAI-compatible endpoints of servers and of people; their keys are kept with the others. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { servers } from './servers.ts';
import { users } from './users.ts';

/** A builder serves one table only, so each table asks for its own. */
function providerColumns() {
	return {
		/** The name as it is compared. */
		nameKey: text('name_key').notNull(),
		name: text('name').notNull(),
		baseUrl: text('base_url').notNull(),
		model: text('model').notNull(),
		windowTokens: integer('window_tokens').notNull(),
		outputTokensMax: integer('output_tokens_max').notNull(),
		seesImages: boolean('sees_images').notNull().default(false),
		seesVideos: boolean('sees_videos').notNull().default(false),
		hasTools: boolean('has_tools').notNull().default(false),
		/** Set by the application's owner, who alone may name private addresses. */
		mayBePrivate: boolean('may_be_private').notNull().default(false),
		updatedAt: instant('updated_at').notNull().defaultNow(),
	};
}

function providerChecks(
	tableName: string,
	table: { readonly windowTokens: AnyPgColumn; readonly outputTokensMax: AnyPgColumn },
) {
	return [
		check(`${tableName}_window_tokens_positive`, sql`${table.windowTokens} > 0`),
		check(`${tableName}_output_tokens_max_positive`, sql`${table.outputTokensMax} > 0`),
	];
}

export const serverCustomProviders = pgTable(
	'server_custom_providers',
	{ serverId: integer('server_id').notNull(), ...providerColumns() },
	(table) => [
		primaryKey({ name: 'server_custom_providers_pk', columns: [table.serverId, table.nameKey] }),
		foreignKey({
			name: 'server_custom_providers_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		...providerChecks('server_custom_providers', table),
	],
);

export const userCustomProviders = pgTable(
	'user_custom_providers',
	{ userId: integer('user_id').notNull(), ...providerColumns() },
	(table) => [
		primaryKey({ name: 'user_custom_providers_pk', columns: [table.userId, table.nameKey] }),
		foreignKey({
			name: 'user_custom_providers_user_id_fk',
			columns: [table.userId],
			foreignColumns: [users.id],
		}).onDelete('cascade'),
		...providerChecks('user_custom_providers', table),
	],
);
