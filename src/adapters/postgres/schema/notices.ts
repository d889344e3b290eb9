/** Protocol marks on messages of ours that are not conversation. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

export const notices = pgTable('notices', {
	messageId: text('message_id').primaryKey(),
	kind: text('kind').notNull(),
	payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
});
