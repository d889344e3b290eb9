/** One post through one webhook: repeated when it never arrived, looked for when it may have (S057). */
import { type REST, Routes } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import type { OutgoingMessage } from '#domain/reply';
import type { ManagedWebhook } from '#ports/webhook-store';
import { isDiscordAnswer, neverArrived } from './discord-failure.ts';
import type { WebhookPlace } from './managed-webhooks.ts';
import { webhookBody } from './message-body.ts';
import { objectOf, objectsOf, textOf } from './raw-fields.ts';

/** A channel that webhooks post in. */
export interface WebhookSpot extends WebhookPlace {
	readonly threadId: Snowflake | null;
}

/** What a post goes through. */
export interface WebhookVia {
	readonly webhook: ManagedWebhook;
	readonly spot: WebhookSpot;
	/** A client that never repeats by itself: a webhook's post has no nonce (ruling D2). */
	readonly rest: REST;
	/** The bot's own client, which may read the channel. */
	readonly reader: REST;
	/** Messages that are known to have been posted before, and so are not the lost one. */
	readonly isKnown: (messageId: Snowflake) => boolean;
}

/** Messages in which one whose answer was lost is looked for. */
const lookedThroughMax = 20;
/** Attempts of a post that never reached Discord. */
const attemptsMax = 3;

/** Posts and resolves with the message's id, or null when Discord named none; throws what REST throws. */
export async function executeWebhook(
	message: OutgoingMessage,
	via: WebhookVia,
	signal: AbortSignal,
): Promise<Snowflake | null> {
	const { webhook, spot, rest } = via;
	const route = Routes.webhook(webhook.id, webhook.token.reveal());
	const query = new URLSearchParams({ wait: 'true', ...threadQuery(spot.threadId) });
	const body = webhookBody(message, spot.guildId);
	for (let attempt = 1; ; attempt += 1) {
		try {
			return textOf(objectOf(await rest.post(route, { body, query, auth: false, signal }))?.['id']);
		} catch (error) {
			if (isDiscordAnswer(error) || attempt >= attemptsMax || signal.aborted) throw error;
			const found = neverArrived(error) ? null : await lookFor(message, via, signal);
			if (found !== null) return found;
		}
	}
}

/** The query that leads a webhook into a thread. */
export function threadQuery(threadId: Snowflake | null): Record<string, string> {
	return threadId === null ? {} : { thread_id: threadId };
}

async function lookFor(message: OutgoingMessage, via: WebhookVia, signal: AbortSignal): Promise<Snowflake | null> {
	const query = new URLSearchParams({ limit: String(lookedThroughMax) });
	const listing = await via.reader.get(Routes.channelMessages(message.channelId), { query, signal });
	const found = objectsOf(listing).find((raw) => {
		const isSame = textOf(raw['webhook_id']) === via.webhook.id && raw['content'] === message.text;
		return isSame && !via.isKnown(textOf(raw['id']) ?? '');
	});
	return textOf(found?.['id']);
}
