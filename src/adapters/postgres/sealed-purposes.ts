/** What binds encrypted texts to their rows, for stores and their re-encryption alike. */
import type { Snowflake } from '#domain/ids';

/** Of a webhook's token. */
export function webhookPurpose(kind: string, channelId: Snowflake): string {
	return `discord_managed_webhooks/${kind}/${channelId}`;
}

/** Of a message on its way. */
export function outgoingPurpose(key: {
	readonly turnId: number;
	readonly variant: number;
	readonly part: number;
}): string {
	return `outgoing_parts/${key.turnId}/${key.variant}/${key.part}`;
}
