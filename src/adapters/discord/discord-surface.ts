/** The channel as the bot acts on it, over raw REST; every message that the bot posts leaves through here. */
import { type REST, Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { OutgoingMessage, PostedMessage } from '#domain/reply';
import { err, ok, type Result } from '#lib/result';
import type { ChatSurface, ReactionRequest, ReadRequest } from '#ports/chat-surface';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { discordFailure, errorFacts, isReferenceRefusal } from './discord-failure.ts';
import { messageBody, withoutReference } from './message-body.ts';
import { listOf, objectOf, textOf } from './raw-fields.ts';
import { keepTyping, typingIntervalMs } from './typing-keeper.ts';

/** What the surface works with. */
export interface DiscordSurfaceOptions {
	readonly rest: REST;
	readonly clock: Clock;
	readonly log: Log;
	/** Reads the messages of a channel listing, in the order given. */
	readonly readListing: (channelId: Snowflake, listing: readonly unknown[]) => Promise<readonly ChatMessage[]>;
	/** Milliseconds between two typing calls; 8,000 unless given. */
	readonly typingEveryMs?: number;
}

/** Messages that Discord gives at most in one listing. */
export const readLimitMax = 100;

/** A surface over one REST client; the client itself waits out rate limits and repeats after lost answers. */
export function createDiscordSurface(options: DiscordSurfaceOptions): ChatSurface {
	return {
		readMessages: (request, signal) => readMessages(options, request, signal),
		post: (message, signal) => post(options, message, signal),
		remove: (channelId, messageId) => remove(options, channelId, messageId),
		startTyping: (channelId) =>
			keepTyping({
				clock: options.clock,
				intervalMs: options.typingEveryMs ?? typingIntervalMs,
				showTyping: (signal) => showTyping(options, channelId, signal),
			}),
		react: (request) => react(options, request),
	};
}

async function readMessages(
	{ rest, log, readListing }: DiscordSurfaceOptions,
	request: ReadRequest,
	signal: AbortSignal,
): Promise<Result<readonly ChatMessage[], Failure>> {
	const limit = Math.min(readLimitMax, Math.max(1, Math.trunc(request.limit)));
	const query = new URLSearchParams({ limit: String(limit) });
	if (request.beforeId !== undefined) query.set('before', request.beforeId);
	try {
		const listing = await rest.get(Routes.channelMessages(request.channelId), { query, signal });
		return ok(await readListing(request.channelId, listOf(listing).toReversed()));
	} catch (error) {
		log.warn({ channelId: request.channelId, ...errorFacts(error) }, 'reading messages failed');
		return err(discordFailure(error));
	}
}

async function post(
	options: DiscordSurfaceOptions,
	message: OutgoingMessage,
	signal: AbortSignal,
): Promise<Result<PostedMessage, Failure>> {
	const { rest, log } = options;
	const route = Routes.channelMessages(message.channelId);
	const body = messageBody(message);
	try {
		const posted = await rest.post(route, { body, signal }).catch((error: unknown) => {
			if (body.message_reference === undefined || !isReferenceRefusal(error)) throw error;
			return rest.post(route, { body: withoutReference(body), signal });
		});
		const id = textOf(objectOf(posted)?.['id']);
		return id ? ok({ id, channelId: message.channelId }) : err({ code: 'discord-rejected', detail: 'no message id' });
	} catch (error) {
		log.warn({ channelId: message.channelId, ...errorFacts(error) }, 'posting failed');
		return err(discordFailure(error));
	}
}

async function remove(
	{ rest, log }: DiscordSurfaceOptions,
	channelId: Snowflake,
	messageId: Snowflake,
): Promise<Result<void, Failure>> {
	try {
		await rest.delete(Routes.channelMessage(channelId, messageId));
		return ok(undefined);
	} catch (error) {
		const failure = discordFailure(error);
		if (failure.code === 'discord-gone') return ok(undefined);
		log.warn({ channelId, messageId, ...errorFacts(error) }, 'a message could not be taken back');
		return err(failure);
	}
}

async function showTyping(options: DiscordSurfaceOptions, channelId: Snowflake, signal: AbortSignal): Promise<boolean> {
	try {
		await options.rest.post(Routes.channelTyping(channelId), { signal });
		return true;
	} catch (error) {
		if (signal.aborted) return false;
		options.log.debug({ channelId, ...errorFacts(error) }, 'typing failed');
		const { code } = discordFailure(error);
		return code !== 'discord-forbidden' && code !== 'discord-gone';
	}
}

async function react({ rest, log }: DiscordSurfaceOptions, request: ReactionRequest): Promise<void> {
	const emoji = encodeURIComponent(request.emoji);
	const route = Routes.channelMessageOwnReaction(request.channelId, request.messageId, emoji);
	try {
		await (request.present ? rest.put(route) : rest.delete(route));
	} catch (error) {
		log.debug({ channelId: request.channelId, ...errorFacts(error) }, 'reaction refused');
	}
}
