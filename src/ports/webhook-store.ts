/** The webhooks that the bot made to speak as its personas. */
import type { Snowflake } from '#domain/ids';
import type { Secret } from '#domain/secret';

/** A webhook of ours; whoever has the token can post through it. */
export interface ManagedWebhook {
	readonly id: Snowflake;
	readonly token: Secret;
}

/** One webhook a channel; threads use their parent's. */
export interface WebhookStore {
	/** Null when there is none, or none that can be decrypted. */
	findWebhook(channelId: Snowflake): Promise<ManagedWebhook | null>;
	/** Remembers the channel's webhook in the place of an older one. */
	saveWebhook(webhook: ManagedWebhook & { readonly channelId: Snowflake; readonly guildId: Snowflake }): Promise<void>;
	forgetWebhook(channelId: Snowflake): Promise<void>;
}
