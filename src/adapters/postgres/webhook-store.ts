/** Webhooks of ours in the database; their tokens are never in the clear. */
import { and, eq } from 'drizzle-orm';
import type { Snowflake } from '#domain/ids';
import { Secret } from '#domain/secret';
import type { Log } from '#ports/log';
import type { ManagedWebhook, WebhookStore } from '#ports/webhook-store';
import type { Database } from './database.ts';
import { storeQuery } from './query-failure.ts';
import { discordManagedWebhooks } from './schema/webhooks.ts';
import { webhookPurpose } from './sealed-purposes.ts';
import type { TextSealer } from './sealed-row.ts';

/** What the store is made of. */
export interface WebhookStoreOptions {
	readonly db: Database;
	readonly secretBox: TextSealer;
	readonly log: Log;
}

const table = discordManagedWebhooks;
const kind = 'persona';

function here(channelId: Snowflake) {
	return and(eq(table.kind, kind), eq(table.channelId, channelId));
}

/** A token under a secret that is gone is no loss: Discord tells it again. */
async function findWebhook(options: WebhookStoreOptions, channelId: Snowflake): Promise<ManagedWebhook | null> {
	const row = (await options.db.select().from(table).where(here(channelId)))[0];
	if (!row) return null;
	const token = options.secretBox.open(row, webhookPurpose(kind, channelId));
	if (token.ok) return { id: row.webhookId, token: new Secret(token.value) };
	options.log.info(
		{ channelId, keyVersion: row.keyVersion },
		"a webhook's token cannot be decrypted and is asked for anew",
	);
	return null;
}

/** The store over one database; its methods throw `StoreUnavailableError` when the database cannot be used. */
export function createWebhookStore(options: WebhookStoreOptions): WebhookStore {
	const { db, secretBox } = options;
	return {
		findWebhook: (channelId) => storeQuery('findWebhook', () => findWebhook(options, channelId)),
		saveWebhook: ({ id, token, channelId, guildId }) =>
			storeQuery('saveWebhook', async () => {
				const sealed = secretBox.seal(token.reveal(), webhookPurpose(kind, channelId));
				const row = { webhookId: id, guildId, channelId, kind, ...sealed } as const;
				await db.transaction(async (transaction) => {
					await transaction.delete(table).where(here(channelId));
					await transaction.insert(table).values(row).onConflictDoUpdate({ target: table.webhookId, set: row });
				});
			}),
		forgetWebhook: (channelId) =>
			storeQuery('forgetWebhook', async () => {
				await db.delete(table).where(here(channelId));
			}),
	};
}
