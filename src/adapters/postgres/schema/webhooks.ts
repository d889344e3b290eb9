/** Webhooks that we made, whom they speak for, and messages that other bots posted for people. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const discordManagedWebhooks = pgTable(
	'discord_managed_webhooks',
	{
		webhookId: text('webhook_id').primaryKey(),
		guildId: text('guild_id').notNull(),
		channelId: text('channel_id').notNull(),
		kind: text('kind', { enum: ['persona', 'impersonation'] }).notNull(),
		/** The webhook's token, sealed. */
		ciphertext: bytea('ciphertext').notNull(),
		/** Which version of `CRYPTO_SECRET` opens it. */
		keyVersion: integer('key_version').notNull(),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [
		unique('discord_managed_webhooks_kind_channel_id_unique').on(table.kind, table.channelId),
		check('discord_managed_webhooks_kind_known', sql`${table.kind} in ('persona', 'impersonation')`),
	],
);

/** A webhook through which the bot speaks as one person. */
export const impersonationWebhooks = pgTable(
	'impersonation_webhooks',
	{
		webhookId: text('webhook_id').primaryKey(),
		channelId: text('channel_id').notNull(),
		userDiscordId: text('user_discord_id').notNull(),
		createdAt: instant('created_at').notNull().defaultNow(),
	},
	(table) => [index('impersonation_webhooks_channel_id_index').on(table.channelId)],
);

/** A message that a proxy bot's webhook posted in a person's place. */
export const proxiedMessages = pgTable('proxied_messages', {
	messageId: text('message_id').primaryKey(),
	channelId: text('channel_id').notNull(),
	userDiscordId: text('user_discord_id').notNull(),
	createdAt: instant('created_at').notNull().defaultNow(),
});
