/** Small facts about the installation itself. */
import { pgTable, text } from 'drizzle-orm/pg-core';

export const appState = pgTable('app_state', {
	key: text('key').primaryKey(),
	value: text('value').notNull(),
});
