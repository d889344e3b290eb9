/** A webhook of somebody else, such as a proxying bot's: posts under any name. */
import type { APIMessage } from 'discord-api-types/v10';
import { type AttachmentInput, storeAttachments } from './attachments.ts';
import { makeUser } from './make-records.ts';
import { idOf, type Reference, type WebhookRecord } from './records.ts';
import { presentMessage, storeMessage } from './store-message.ts';
import type { World } from './world.ts';

/** What a webhook's message is made of. */
export interface WebhookMessage {
	readonly content: string;
	/** The name shown; the webhook's own when absent. */
	readonly username?: string;
	readonly attachments?: readonly AttachmentInput[];
	/** A thread under the webhook's channel. */
	readonly thread?: Reference;
	readonly atMs?: number;
	readonly silent?: boolean;
}

/** Posts through a webhook that is not the bot's. */
export function sendAsWebhook(world: World, webhook: WebhookRecord, input: WebhookMessage): APIMessage {
	const channel = world.channel(input.thread === undefined ? webhook.channelId : idOf(input.thread));
	const author = { ...makeUser(webhook.id, input.username ?? webhook.name, { bot: true }), discriminator: '0000' };
	const record = storeMessage(world, {
		channel,
		author,
		origin: 'foreign-webhook',
		content: input.content,
		attachments: storeAttachments(world, channel.id, input.attachments ?? []),
		webhookId: webhook.id,
		...(webhook.applicationId === null ? {} : { applicationId: webhook.applicationId }),
		...(input.atMs === undefined ? {} : { atMs: input.atMs }),
		...(input.silent === undefined ? {} : { silent: input.silent }),
	});
	return presentMessage(world, record);
}
