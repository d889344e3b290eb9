/** Provider keys, encrypted before they come here. */
import { foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { servers } from './servers.ts';
import { users } from './users.ts';

/** One builder serves one table only, so each table asks for its own columns. */
function sealedColumns() {
	return {
		provider: text('provider').notNull(),
		ciphertext: bytea('ciphertext').notNull(),
		/** Which version of `CRYPTO_SECRET` opens it. */
		keyVersion: integer('key_version').notNull(),
		updatedAt: instant('updated_at').notNull().defaultNow(),
	};
}

export const serverCredentials = pgTable(
	'server_credentials',
	{ serverId: integer('server_id').notNull(), ...sealedColumns() },
	(table) => [
		primaryKey({ name: 'server_credentials_pk', columns: [table.serverId, table.provider] }),
		foreignKey({
			name: 'server_credentials_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
	],
);

export const userCredentials = pgTable(
	'user_credentials',
	{ userId: integer('user_id').notNull(), ...sealedColumns() },
	(table) => [
		primaryKey({ name: 'user_credentials_pk', columns: [table.userId, table.provider] }),
		foreignKey({
			name: 'user_credentials_user_id_fk',
			columns: [table.userId],
			foreignColumns: [users.id],
		}).onDelete('cascade'),
	],
);
