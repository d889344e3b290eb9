/** Protocol marks in the database. */
import { sql } from 'drizzle-orm';
import type { NoticeStore } from '#ports/notice-store';
import type { Database } from './database.ts';
import { NAMELESS_STATEMENT, preparedOnce } from './prepared-once.ts';
import { storeQuery } from './query-failure.ts';
import { notices } from './schema/notices.ts';
import { storableJson } from './storable.ts';

const selectNotices = preparedOnce((db) =>
	db
		.select()
		.from(notices)
		.where(sql`${notices.messageId} = any(${sql.placeholder('messageIds')}::text[])`)
		.prepare(NAMELESS_STATEMENT),
);

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createNoticeStore(db: Database): NoticeStore {
	return {
		recordNotice: (mark) =>
			storeQuery('recordNotice', async () => {
				const set = { kind: mark.kind, payload: storableJson(mark.payload) };
				await db
					.insert(notices)
					.values({ messageId: mark.messageId, ...set })
					.onConflictDoUpdate({ target: notices.messageId, set });
			}),
		findNotices: (messageIds) =>
			storeQuery('findNotices', async () => {
				if (messageIds.length === 0) return [];
				return await selectNotices(db).execute({ messageIds: [...messageIds] });
			}),
	};
}
