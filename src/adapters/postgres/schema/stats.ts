/** Counters per workspace, person, lineage and UTC day. */
import { sql } from 'drizzle-orm';
import { bigint, check, date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { servers } from './servers.ts';
import { users } from './users.ts';

export const statCounters = pgTable(
	'stat_counters',
	{
		serverId: integer('server_id').notNull(),
		userId: integer('user_id').notNull(),
		/** No foreign key: counts of a lineage outlive its personas. */
		lineageId: integer('lineage_id').notNull(),
		metric: text('metric').notNull(),
		metricKey: text('metric_key').notNull().default(''),
		bucket: date('bucket', { mode: 'string' }).notNull(),
		count: bigint('count', { mode: 'number' }).notNull(),
		lastAt: instant('last_at').notNull(),
	},
	(table) => [
		primaryKey({
			name: 'stat_counters_pk',
			columns: [table.serverId, table.userId, table.lineageId, table.metric, table.metricKey, table.bucket],
		}),
		/** When a person was last with a persona, over all servers. */
		index('stat_counters_user_id_lineage_id_bucket_index').on(
			table.userId,
			table.lineageId,
			table.metric,
			table.bucket,
		),
		foreignKey({
			name: 'stat_counters_server_id_fk',
			columns: [table.serverId],
			foreignColumns: [servers.id],
		}).onDelete('cascade'),
		foreignKey({
			name: 'stat_counters_user_id_fk',
			columns: [table.userId],
			foreignColumns: [users.id],
		}).onDelete('cascade'),
		check('stat_counters_lineage_id_positive', sql`${table.lineageId} > 0`),
	],
);
