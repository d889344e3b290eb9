/** What processes that share a database hold for a while: channels, credentials, reunions. */

import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { turns } from './turns.ts';
import { users } from './users.ts';

/** One holder a name, until it lets go or its time runs out. */
export const leases = pgTable('leases', {
	name: text('name').primaryKey(),
	/** The process that holds it. */
	owner: text('owner').notNull(),
	/** Tells this holding from an earlier one of the same process. */
	token: text('token').notNull(),
	expiresAt: instant('expires_at').notNull(),
});

/** Reunions that are being told (seed: claims), where several processes share them. */
export const reunionClaims = pgTable(
	'reunion_claims',
	{
		lineageId: integer('lineage_id').notNull(),
		userId: integer('user_id').notNull(),
		token: text('token').notNull(),
		expiresAt: instant('expires_at').notNull(),
	},
	(table) => [
		primaryKey({ name: 'reunion_claims_pk', columns: [table.lineageId, table.userId] }),
		foreignKey({
			name: 'reunion_claims_user_id_fk',
			columns: [table.userId],
			foreignColumns: [users.id],
		}).onDelete('cascade'),
		check('reunion_claims_lineage_id_positive', sql`${table.lineageId} > 0`),
	],
);

/** Messages on their way, encrypted, until their turn is closed. */
export const outgoingParts = pgTable(
	'outgoing_parts',
	{
		turnId: integer('turn_id').notNull(),
		variant: integer('variant').notNull(),
		part: integer('part').notNull(),
		/** The nonce that Discord knows it by for a few minutes; null for webhooks, which have none. */
		nonce: text('nonce'),
		ciphertext: bytea('ciphertext').notNull(),
		keyVersion: integer('key_version').notNull(),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ name: 'outgoing_parts_pk', columns: [table.turnId, table.variant, table.part] }),
		foreignKey({
			name: 'outgoing_parts_turn_id_fk',
			columns: [table.turnId],
			foreignColumns: [turns.id],
		}).onDelete('cascade'),
	],
);
