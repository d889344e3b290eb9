/** Who really speaks through webhooks. */
import type { Snowflake } from '#domain/ids';

/** A message that a proxy bot posted in a person's place. */
export interface ProxiedMessage {
	readonly messageId: Snowflake;
	readonly channelId: Snowflake;
	readonly userDiscordId: Snowflake;
}

/** A webhook of ours that speaks as one person. */
export interface ImpersonationWebhook {
	readonly webhookId: Snowflake;
	readonly channelId: Snowflake;
	readonly userDiscordId: Snowflake;
}

/** Remembers who is behind what webhooks posted. */
export interface ProxyStore {
	recordProxied(message: ProxiedMessage): Promise<void>;
	/** Of these messages those that were posted for somebody. */
	findProxied(messageIds: readonly Snowflake[]): Promise<readonly ProxiedMessage[]>;
	recordImpersonation(webhook: ImpersonationWebhook): Promise<void>;
	/** Of these webhooks those that speak as somebody. */
	findImpersonations(webhookIds: readonly Snowflake[]): Promise<readonly ImpersonationWebhook[]>;
}
