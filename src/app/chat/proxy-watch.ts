/** Recognises messages that a proxy bot posts by webhook in place of what a person wrote and the bot then deleted. */
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import { ExpiringMap } from '#lib/expiring-map';
import type { Clock } from '#ports/clock';

/** How long the deletion and the webhook's message may be apart, whichever comes first. */
export const proxyWithinMs = 3_000;

/** How long people's messages are remembered for the case that they are deleted. */
const writtenMs = 60_000;

/** Messages remembered over all channels; the oldest are forgotten first. */
const entriesMax = 2_000;

/** A person's message, and what a proxy bot made of it. */
export interface ProxyMatch {
	readonly original: ChatMessage;
	/** The webhook's message as the person's: under the webhook's name, with the person's id. */
	readonly proxied: ChatMessage;
}

/**
 * Proxy bots (for plural systems) delete a member's message and post it anew, without its tags, under another name. So a
 * webhook's text that stands in a person's message of the same channel, deleted within three seconds before or after, is
 * that person's. Our own webhooks are never proxies.
 */
export class ProxyWatch {
	readonly #written: ExpiringMap<Snowflake, ChatMessage>;
	readonly #deleted: ExpiringMap<Snowflake, ChatMessage>;
	readonly #posted: ExpiringMap<Snowflake, ChatMessage>;

	constructor(clock: Clock) {
		const nowMs = () => clock.now();
		this.#written = new ExpiringMap({ ttlMs: writtenMs, entriesMax, nowMs });
		this.#deleted = new ExpiringMap({ ttlMs: proxyWithinMs, entriesMax, nowMs });
		this.#posted = new ExpiringMap({ ttlMs: proxyWithinMs, entriesMax, nowMs });
	}

	/** Takes every message; a match when it is a webhook's that was written by a person just deleted. */
	noteMessage(message: ChatMessage): ProxyMatch | null {
		if (message.author.kind === 'user' && message.webhook === null) this.#written.set(message.id, message);
		if (message.webhook === null || message.webhook.isOurs) return null;
		const original = this.#deleted.find((deleted) => isProxyOf(message, deleted));
		if (!original) {
			this.#posted.set(message.id, message);
			return null;
		}
		this.#deleted.delete(original.id);
		return matchOf(original, message);
	}

	/** Takes every deletion; a match when a webhook had just posted the deleted text. */
	noteDeletion(messageId: Snowflake): ProxyMatch | null {
		const original = this.#written.get(messageId);
		if (!original) return null;
		this.#written.delete(messageId);
		const posted = this.#posted.find((candidate) => isProxyOf(candidate, original));
		if (!posted) {
			this.#deleted.set(messageId, original);
			return null;
		}
		this.#posted.delete(posted.id);
		return matchOf(original, posted);
	}
}

function isProxyOf(posted: ChatMessage, original: ChatMessage): boolean {
	const text = posted.content.trim();
	return text !== '' && posted.channelId === original.channelId && original.content.includes(text);
}

function matchOf(original: ChatMessage, posted: ChatMessage): ProxyMatch {
	const author = { ...posted.author, id: original.author.id, kind: 'user' as const };
	return { original, proxied: { ...posted, author } };
}
