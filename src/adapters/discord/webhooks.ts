/** Posts, changes and takes back messages through webhooks, under a persona's own name and picture. */
import { REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { MessageChange, OutgoingMessage, PostedMessage } from '#domain/reply';
import { KeyedQueue } from '#lib/keyed-queue';
import { err, ok, type Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { ManagedWebhook } from '#ports/webhook-store';
import { type ChannelPlace, type ChannelPlaces, channelPlaces } from './channel-places.ts';
import { discordFailure, errorFacts, hasDiscordCode } from './discord-failure.ts';
import { executeWebhook, threadQuery, type WebhookSpot, type WebhookVia } from './execute-webhook.ts';
import { ManagedWebhooks, type ManagedWebhooksOptions } from './managed-webhooks.ts';
import { changeBody } from './message-body.ts';
import { type RestRoute, restOptions } from './rest-route.ts';
import { WebhookPace } from './webhook-pace.ts';

/** What webhooks travel over. */
export interface WebhooksOptions extends ManagedWebhooksOptions, RestRoute {
	/** Shared with others that ask where channels belong; of its own when absent. */
	readonly places?: ChannelPlaces;
	readonly clock: Clock;
}

/** What a post came to: a message, a refusal that the bot itself may get around, or one that it may not. */
export type WebhookPost =
	| { readonly kind: 'posted'; readonly message: PostedMessage }
	| { readonly kind: 'unusable' }
	| { readonly kind: 'failed'; readonly failure: Failure };

/** Posts that are remembered, so that an earlier message with the same words is not taken for a lost one. */
const rememberedPostsMax = 200;

const STALE = [RESTJSONErrorCodes.UnknownWebhook, RESTJSONErrorCodes.InvalidWebhookToken] as const;

/** One post at a time for each channel, in the order in which they were asked for. */
export class Webhooks {
	readonly #options: WebhooksOptions;
	readonly #webhooks: ManagedWebhooks;
	readonly #places: (channelId: Snowflake) => Promise<ChannelPlace>;
	readonly #pace: WebhookPace;
	readonly #queue = new KeyedQueue<Snowflake>();
	readonly #posted = new Set<Snowflake>();
	/** Never repeats by itself: a webhook's post has no nonce (ruling D2). */
	readonly #rest: REST;

	constructor(options: WebhooksOptions) {
		this.#options = options;
		this.#webhooks = new ManagedWebhooks(options);
		this.#places = options.places ?? channelPlaces(options.rest);
		this.#pace = new WebhookPace(options.clock);
		this.#rest = new REST({ retries: 0, ...restOptions(options) });
	}

	/** Posts a message that has an identity. Never throws. */
	async post(message: OutgoingMessage, signal: AbortSignal): Promise<WebhookPost> {
		try {
			const place = await this.#places(message.channelId);
			if (place.isForum) return { kind: 'failed', failure: { code: 'discord-rejected', detail: 'a forum' } };
			const { guildId, webhookChannelId } = place;
			if (guildId === null) return { kind: 'unusable' };
			const spot: WebhookSpot = { ...place, guildId };
			return await this.#queue.run(webhookChannelId, () => this.#postInOrder(message, spot, signal));
		} catch (error) {
			return this.#refused(message.channelId, error);
		}
	}

	/** Changes a message that came through a webhook. */
	async edit(message: PostedMessage, change: MessageChange, signal: AbortSignal): Promise<Result<void, Failure>> {
		const body = changeBody(change);
		return await this.#onMessage(message, (route, query) =>
			this.#rest.patch(route, { body, query, auth: false, signal }),
		);
	}

	/** Takes a message back; one that is gone counts as taken back. */
	async remove(message: PostedMessage): Promise<Result<void, Failure>> {
		const removed = await this.#onMessage(message, (route, query) => this.#rest.delete(route, { query, auth: false }));
		return !removed.ok && removed.error.code === 'discord-gone' ? ok(undefined) : removed;
	}

	/** Ends the timers of the REST client. */
	close(): void {
		this.#rest.clearHashSweeper();
		this.#rest.clearHandlerSweeper();
	}

	async #postInOrder(message: OutgoingMessage, spot: WebhookSpot, signal: AbortSignal): Promise<WebhookPost> {
		let webhook = await this.#webhooks.find(spot);
		await this.#pace.wait(spot.webhookChannelId, signal);
		try {
			return this.#done(message, webhook, await this.#execute(message, { webhook, spot }, signal));
		} catch (error) {
			if (!hasDiscordCode(error, ...STALE)) throw error;
			// Deleted by somebody, or its token was changed: once more with a fresh one (S096).
			webhook = await this.#webhooks.refresh(spot);
			return this.#done(message, webhook, await this.#execute(message, { webhook, spot }, signal));
		}
	}

	#execute(message: OutgoingMessage, { webhook, spot }: Via, signal: AbortSignal): Promise<Snowflake | null> {
		const { rest: reader } = this.#options;
		const isKnown = (id: Snowflake): boolean => this.#posted.has(id);
		return executeWebhook(message, { webhook, spot, rest: this.#rest, reader, isKnown }, signal);
	}

	#done(message: OutgoingMessage, webhook: ManagedWebhook, id: Snowflake | null): WebhookPost {
		if (id === null) return { kind: 'failed', failure: { code: 'discord-rejected', detail: 'no message id' } };
		this.#posted.add(id);
		const oldest = this.#posted.values().next();
		if (this.#posted.size > rememberedPostsMax && !oldest.done) this.#posted.delete(oldest.value);
		return { kind: 'posted', message: { id, channelId: message.channelId, webhookId: webhook.id } };
	}

	/** The bot may still speak for itself where it may not use webhooks or the channel has too many of them. */
	#refused(channelId: Snowflake, error: unknown): WebhookPost {
		this.#options.log.warn({ channelId, ...errorFacts(error) }, 'posting through a webhook failed');
		const failure = discordFailure(error);
		const isFull = hasDiscordCode(error, RESTJSONErrorCodes.MaximumNumberOfWebhooksReached);
		if (isFull || hasDiscordCode(error, ...STALE) || failure.code === 'discord-forbidden') return { kind: 'unusable' };
		return { kind: 'failed', failure };
	}

	async #onMessage(
		message: PostedMessage,
		act: (route: `/${string}`, query: URLSearchParams) => Promise<unknown>,
	): Promise<Result<void, Failure>> {
		try {
			const { guildId, webhookChannelId, threadId } = await this.#places(message.channelId);
			if (guildId === null) return err({ code: 'discord-gone' });
			const webhook = await this.#webhooks.find({ guildId, webhookChannelId });
			const route = Routes.webhookMessage(webhook.id, webhook.token.reveal(), message.id);
			await act(route, new URLSearchParams(threadQuery(threadId)));
			return ok(undefined);
		} catch (error) {
			this.#options.log.warn(
				{ channelId: message.channelId, ...errorFacts(error) },
				'a webhook message stayed as it was',
			);
			return err(discordFailure(error));
		}
	}
}

type Via = Pick<WebhookVia, 'webhook' | 'spot'>;
