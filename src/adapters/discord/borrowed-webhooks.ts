/** Webhooks that speak as one person for a moment, and are deleted afterwards. */
import { REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { OutgoingMessage, PostedMessage, RenderIdentity } from '#domain/reply';
import { err, ok, type Result } from '#lib/result';
import type { BorrowedVoice, BorrowedVoices, VoiceRefusal } from '#ports/borrowed-voice';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import type { ManagedWebhook } from '#ports/webhook-store';
import { type ChannelPlaces, channelPlaces } from './channel-places.ts';
import { discordFailure, errorFacts, hasDiscordCode } from './discord-failure.ts';
import { executeWebhook, threadQuery, type WebhookSpot } from './execute-webhook.ts';
import { webhookOf } from './managed-webhooks.ts';
import { objectOf, objectsOf, textOf } from './raw-fields.ts';
import { type RestRoute, restOptions } from './rest-route.ts';
import { borrowedWebhookName } from './webhook-name.ts';
import { WebhookPace } from './webhook-pace.ts';

/** What the webhooks travel over. */
export interface BorrowedWebhooksOptions extends RestRoute {
	readonly rest: REST;
	/** Shared with others that ask where channels belong; of its own when absent. */
	readonly places?: ChannelPlaces;
	readonly applicationId: Snowflake;
	readonly clock: Clock;
	readonly log: Log;
}

/** A webhook of its own for every voice, so that what it said is told from everything else by its id. */
export class BorrowedWebhooks implements BorrowedVoices {
	readonly #options: BorrowedWebhooksOptions;
	readonly #places: ReturnType<typeof channelPlaces>;
	/** Never repeats by itself: a webhook's post has no nonce (ruling D2). */
	readonly #rest: REST;
	/** Webhooks that speak just now. */
	readonly #lent = new Set<Snowflake>();

	constructor(options: BorrowedWebhooksOptions) {
		this.#options = options;
		this.#places = options.places ?? channelPlaces(options.rest);
		this.#rest = new REST({ retries: 0, ...restOptions(options) });
	}

	async open(channelId: Snowflake, identity: RenderIdentity): Promise<Result<BorrowedVoice, VoiceRefusal>> {
		try {
			const { isForum, guildId, ...place } = await this.#places(channelId);
			if (isForum || guildId === null) return err({ kind: 'not-here' });
			const webhook = await this.#made(place.webhookChannelId);
			this.#lent.add(webhook.id);
			return ok(this.#voice(webhook, { ...place, guildId }, identity));
		} catch (error) {
			this.#options.log.warn({ channelId, ...errorFacts(error) }, 'no webhook could be made for a moment');
			if (hasDiscordCode(error, RESTJSONErrorCodes.MaximumNumberOfWebhooksReached)) return err({ kind: 'full' });
			const failure = discordFailure(error);
			return err(failure.code === 'discord-forbidden' ? { kind: 'forbidden' } : { kind: 'failed', failure });
		}
	}

	/** Ends the timers of the REST client. */
	close(): void {
		this.#rest.clearHashSweeper();
		this.#rest.clearHandlerSweeper();
	}

	async #made(webhookChannelId: Snowflake): Promise<ManagedWebhook> {
		const create = async (): Promise<ManagedWebhook> => {
			const route = Routes.channelWebhooks(webhookChannelId);
			const raw = await this.#options.rest.post(route, { body: { name: borrowedWebhookName } });
			const made = webhookOf(objectOf(raw) ?? {});
			if (made === null) throw new Error('Discord made a webhook without id or token');
			return made;
		};
		try {
			return await create();
		} catch (error) {
			const isFull = hasDiscordCode(error, RESTJSONErrorCodes.MaximumNumberOfWebhooksReached);
			if (!isFull || (await this.#sweep(webhookChannelId)) === 0) throw error;
			return await create();
		}
	}

	/** Deletes what a process that ended too early left behind; how many there were. */
	async #sweep(webhookChannelId: Snowflake): Promise<number> {
		const { rest, applicationId } = this.#options;
		const listing = objectsOf(await rest.get(Routes.channelWebhooks(webhookChannelId)));
		const left = listing.filter((raw) => {
			const isOurs = textOf(raw['application_id']) === applicationId && raw['name'] === borrowedWebhookName;
			return isOurs && !this.#lent.has(textOf(raw['id']) ?? '');
		});
		const webhooks = left.flatMap((raw) => webhookOf(raw) ?? []);
		for (const webhook of webhooks) await this.#delete(webhook);
		return webhooks.length;
	}

	#voice(webhook: ManagedWebhook, spot: WebhookSpot, identity: RenderIdentity): BorrowedVoice {
		const pace = new WebhookPace(this.#options.clock);
		const posted = new Set<Snowflake>();
		const isKnown = (id: Snowflake): boolean => posted.has(id);
		const via = { webhook, spot, rest: this.#rest, reader: this.#options.rest, isKnown };
		return {
			webhookId: webhook.id,
			post: async (message, signal) => {
				try {
					await pace.wait(spot.webhookChannelId, signal);
					const id = await executeWebhook(asSaidBy(identity, message), via, signal);
					if (id === null) return err({ code: 'discord-rejected', detail: 'no message id' });
					posted.add(id);
					return ok({ id, channelId: message.channelId, webhookId: webhook.id });
				} catch (error) {
					this.#options.log.warn({ channelId: message.channelId, ...errorFacts(error) }, 'a borrowed voice failed');
					return err(discordFailure(error, signal));
				}
			},
			remove: (message) => this.#remove(message, webhook, spot),
			close: async () => {
				await this.#delete(webhook);
				this.#lent.delete(webhook.id);
			},
		};
	}

	async #remove(
		{ id, channelId }: PostedMessage,
		{ id: webhookId, token }: ManagedWebhook,
		{ threadId }: WebhookSpot,
	): Promise<Result<void, Failure>> {
		try {
			const query = new URLSearchParams(threadQuery(threadId));
			await this.#rest.delete(Routes.webhookMessage(webhookId, token.reveal(), id), { query, auth: false });
			return ok(undefined);
		} catch (error) {
			this.#options.log.warn({ channelId, ...errorFacts(error) }, 'a message of a borrowed voice stayed');
			return err(discordFailure(error));
		}
	}

	/** Through the bot's own client, which tries again after an error of Discord's. */
	async #delete({ id, token }: ManagedWebhook): Promise<void> {
		try {
			await this.#options.rest.delete(Routes.webhook(id, token.reveal()), { auth: false });
		} catch (error) {
			if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownWebhook)) return;
			this.#options.log.warn({ webhookId: id, ...errorFacts(error) }, 'a webhook made for a moment stayed');
		}
	}
}

/** What bears buttons could not be changed any more once the webhook is gone. */
function asSaidBy(identity: RenderIdentity, { buttons: _buttons, ...message }: OutgoingMessage): OutgoingMessage {
	return { ...message, identity };
}
