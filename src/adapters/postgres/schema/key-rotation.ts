/** Further keys of a server for a provider, which take turns with its main key. */
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { servers } from './servers.ts';

export const apiKeyRotation = pgTable(
	'api_key_rotation',
	{
		id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
		serverId: integer('server_id').notNull(),
		provider: text('provider').notNull(),
		/** Null for the one row that stands for the main key, which is stored in `server_credentials`. */
		ciphertext: bytea('ciphertext'),
		keyVersion: integer('key_version'),
		isEnabled: boolean('is_enabled').notNull().default(true),
		usageCount: integer('usage_count').notNull().default(0),
		errorCount: integer('error_count').notNull().default(0),
		lastErrorAt: instant('last_error_at'),
		/** The code of the failure, never a provider's words. */
		lastErrorCode: text('last_error_code'),
		coolingUntil: instant('cooling_until'),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [
		index('api_key_rotation_server_id_provider_index').on(table.serverId, table.provider),
		uniqueIndex('api_key_rotation_one_main_per_provider')
			.on(table.serverId, table.provider)
			.where(sql`${table.ciphertext} is null`),
		check('api_key_rotation_sealed_whole', sql`(${table.ciphertext} is null) = (${table.keyVersion} is null)`),
		foreignKey({
			name: 'api_key_rotation_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
	],
);
