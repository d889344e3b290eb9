/** Who may be answered where, in the database. */
import { and, eq, sql } from 'drizzle-orm';
import type { AccessRule } from '#domain/access';
import type { AccessRuleStore } from '#ports/access-rule-store';
import type { Database } from './database.ts';
import { lockWorkspace } from './persona-changes.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { accessRules } from './schema/rooms.ts';

const selectRules = preparedOnce((db) => {
	const { kind, channelId, subject, verdict } = accessRules;
	return db
		.select({ kind, channelId, subject, verdict })
		.from(accessRules)
		.where(eq(accessRules.serverId, sql.placeholder('serverId')))
		.orderBy(kind, channelId, subject)
		.prepare(NAMELESS_STATEMENT);
});

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createAccessRuleStore(db: Database): AccessRuleStore {
	return {
		listRules: (serverId) =>
			storeQuery('listRules', async () => {
				const rows: AccessRule[] = await selectRules(db).execute({ serverId });
				return rows;
			}),
		replaceRules: (scope, subjects) =>
			storeQuery('replaceRules', () =>
				db.transaction(async (transaction) => {
					const { serverId, kind, channelId } = scope;
					const inScope = and(
						eq(accessRules.serverId, serverId),
						eq(accessRules.kind, kind),
						eq(accessRules.channelId, channelId),
					);
					await lockWorkspace(transaction, serverId);
					await transaction.delete(accessRules).where(inScope);
					if (subjects.length === 0) return;
					await transaction.insert(accessRules).values(subjects.map((subject) => ({ ...scope, ...subject })));
				}),
			),
	};
}
