/** Who speaks through webhooks, in the database. */
import { inArray } from 'drizzle-orm';
import type { ProxyStore } from '#ports/proxy-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { impersonationWebhooks, proxiedMessages } from './schema/webhooks.ts';

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createProxyStore(db: Database): ProxyStore {
	return {
		recordProxied: (message) =>
			storeQuery('recordProxied', async () => {
				await db.insert(proxiedMessages).values(message).onConflictDoNothing();
			}),
		findProxied: (messageIds) =>
			storeQuery('findProxied', async () => {
				if (messageIds.length === 0) return [];
				const { messageId, channelId, userDiscordId } = proxiedMessages;
				const wanted = inArray(messageId, [...messageIds]);
				return await db.select({ messageId, channelId, userDiscordId }).from(proxiedMessages).where(wanted);
			}),
		recordImpersonation: ({ webhookId, channelId, userDiscordId }) =>
			storeQuery('recordImpersonation', async () => {
				const set = { channelId, userDiscordId };
				await db
					.insert(impersonationWebhooks)
					.values({ webhookId, ...set })
					.onConflictDoUpdate({ target: impersonationWebhooks.webhookId, set });
			}),
		findImpersonations: (webhookIds) =>
			storeQuery('findImpersonations', async () => {
				if (webhookIds.length === 0) return [];
				const { webhookId, channelId, userDiscordId } = impersonationWebhooks;
				const wanted = inArray(webhookId, [...webhookIds]);
				return await db.select({ webhookId, channelId, userDiscordId }).from(impersonationWebhooks).where(wanted);
			}),
	};
}
