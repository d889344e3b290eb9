/** Finds or makes the one webhook through which the bot speaks as its personas in a channel. */
import { type REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Snowflake } from '#domain/ids';
import { Secret } from '#domain/secret';
import type { Log } from '#ports/log';
import type { ManagedWebhook, WebhookStore } from '#ports/webhook-store';
import { errorFacts, hasDiscordCode } from './discord-failure.ts';
import { objectOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';
import { borrowedWebhookName, personaWebhookName } from './webhook-name.ts';

/** What the webhooks come from. */
export interface ManagedWebhooksOptions {
	readonly rest: REST;
	readonly store: WebhookStore;
	readonly applicationId: Snowflake;
	readonly log: Log;
}

/** A channel that may have webhooks. */
export interface WebhookPlace {
	readonly guildId: Snowflake;
	readonly webhookChannelId: Snowflake;
}

const rememberedMax = 2_000;

/** Knows each channel's webhook; what REST throws when none can be had is thrown, but stores may fail. */
export class ManagedWebhooks {
	readonly #options: ManagedWebhooksOptions;
	readonly #known = new Map<Snowflake, ManagedWebhook>();

	constructor(options: ManagedWebhooksOptions) {
		this.#options = options;
	}

	/** The webhook that is known, else stored, else there, else a new one. */
	async find(place: WebhookPlace): Promise<ManagedWebhook> {
		const channelId = place.webhookChannelId;
		const known = this.#known.get(channelId) ?? (await this.#fromStore(channelId));
		if (known) return this.#remember(channelId, known);
		return await this.refresh(place);
	}

	/** The same without believing what was known: to be called when Discord no longer takes it. */
	async refresh(place: WebhookPlace): Promise<ManagedWebhook> {
		const channelId = place.webhookChannelId;
		this.#known.delete(channelId);
		const found = (await this.#listed(channelId)) ?? (await this.#created(channelId));
		await this.#keep(() => this.#options.store.saveWebhook({ ...found, ...place, channelId }));
		return this.#remember(channelId, found);
	}

	async #fromStore(channelId: Snowflake): Promise<ManagedWebhook | null> {
		try {
			return await this.#options.store.findWebhook(channelId);
		} catch (error) {
			this.#options.log.warn({ channelId, ...errorFacts(error) }, 'a webhook could not be read from the store');
			return null;
		}
	}

	/** One that this application made for its personas, also by an earlier process; somebody else's is never used. */
	async #listed(channelId: Snowflake): Promise<ManagedWebhook | null> {
		const { rest, applicationId } = this.#options;
		const listing = objectsOf(await rest.get(Routes.channelWebhooks(channelId)));
		const ours = listing.filter((raw) => {
			return textOf(raw['application_id']) === applicationId && raw['name'] !== borrowedWebhookName;
		});
		return ours.map(webhookOf).find((webhook) => webhook !== null) ?? null;
	}

	/** Two processes may both make one; the listing settles it when the channel is full (S096). */
	async #created(channelId: Snowflake): Promise<ManagedWebhook> {
		const { rest } = this.#options;
		try {
			const raw = await rest.post(Routes.channelWebhooks(channelId), { body: { name: personaWebhookName } });
			const made = webhookOf(objectOf(raw) ?? {});
			if (made) return made;
		} catch (error) {
			if (!hasDiscordCode(error, RESTJSONErrorCodes.MaximumNumberOfWebhooksReached)) throw error;
			const present = await this.#listed(channelId);
			if (present) return present;
			throw error;
		}
		throw new Error('Discord made a webhook without id or token');
	}

	/** Without the store the webhook is found again by listing. */
	async #keep(save: () => Promise<void>): Promise<void> {
		try {
			await save();
		} catch (error) {
			this.#options.log.warn(errorFacts(error), 'a webhook could not be stored');
		}
	}

	#remember(channelId: Snowflake, webhook: ManagedWebhook): ManagedWebhook {
		this.#known.set(channelId, webhook);
		const oldest = this.#known.keys().next();
		if (this.#known.size > rememberedMax && !oldest.done) this.#known.delete(oldest.value);
		return webhook;
	}
}

/** Null without id or token. */
export function webhookOf(raw: RawObject): ManagedWebhook | null {
	const id = textOf(raw['id']);
	const token = textOf(raw['token']);
	return id && token ? { id, token: new Secret(token) } : null;
}
