/** What a scope last chose for each provider, so that a provider that is chosen again is as it was left. */
import { foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { samplingChecks, samplingColumns } from './sampling-columns.ts';
import { servers } from './servers.ts';
import { users } from './users.ts';

function savedColumns() {
	return {
		provider: text('provider').notNull(),
		modelCodename: text('model_codename').notNull(),
		...samplingColumns(),
		updatedAt: instant('updated_at').notNull().defaultNow(),
	};
}

export const savedProviderConfigs = pgTable(
	'saved_provider_configs',
	{ serverId: integer('server_id').notNull(), ...savedColumns() },
	(table) => [
		primaryKey({ name: 'saved_provider_configs_pk', columns: [table.serverId, table.provider] }),
		foreignKey({
			name: 'saved_provider_configs_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		...samplingChecks('saved_provider_configs', table),
	],
);

export const userSavedProviderConfigs = pgTable(
	'user_saved_provider_configs',
	{ userId: integer('user_id').notNull(), ...savedColumns() },
	(table) => [
		primaryKey({ name: 'user_saved_provider_configs_pk', columns: [table.userId, table.provider] }),
		foreignKey({
			name: 'user_saved_provider_configs_user_id_fk',
			columns: [table.userId],
			foreignColumns: [users.id],
		}).onDelete('cascade'),
		...samplingChecks('user_saved_provider_configs', table),
	],
);
