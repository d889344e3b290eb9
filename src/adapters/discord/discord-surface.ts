/** The channel as the bot acts on it, over raw REST; every message that the bot posts leaves through here. */
import { type REST, type RESTPostAPIChannelMessageJSONBody, Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage, MentionedUser } from '#domain/message';
import type { MessageChange, OutgoingMessage, PostedMessage } from '#domain/reply';
import { err, ok, type Result } from '#lib/result';
import type { ChatSurface, ReactionRequest, ReactionUsersRequest, ReadRequest } from '#ports/chat-surface';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { discordFailure, errorFacts, isReferenceRefusal } from './discord-failure.ts';
import { createMessageFetcher, turnFetchesMax } from './fetch-message.ts';
import { resolveReferences } from './forward-chain.ts';
import { changeBody, messageBody, withoutEmbeds, withoutReference } from './message-body.ts';
import type { MessageReader } from './message-reader.ts';
import { listOf, objectOf, textOf } from './raw-fields.ts';
import { keepTyping, typingIntervalMs } from './typing-keeper.ts';
import type { Webhooks } from './webhooks.ts';

/** What the surface works with. */
export interface DiscordSurfaceOptions {
	readonly rest: REST;
	readonly clock: Clock;
	readonly log: Log;
	readonly reader: Pick<MessageReader, 'readListing' | 'readOne' | 'readUsers'>;
	readonly webhooks: Pick<Webhooks, 'post' | 'edit' | 'remove'>;
	/** The custom emoji of a channel's guild, Discord's tokens by name. */
	readonly emojis: (channelId: Snowflake) => ReadonlyMap<string, string>;
	/** How many forwards of a forward are followed; 3 unless given. */
	readonly forwardDepthMax?: number;
	/** Milliseconds between two typing calls; 8,000 unless given. */
	readonly typingEveryMs?: number;
}

/** Messages that Discord gives at most in one listing. */
export const readLimitMax = 100;

/** Messages whose references are followed side by side; all at once would spend every request on first steps. */
const resolvedTogether = 4;

/** Fetches for one forward of a forward unless the options say otherwise. */
export const forwardDepthDefaultMax = 3;

/** A surface over one REST client; the client itself waits out rate limits and repeats after lost answers. */
export function createDiscordSurface(options: DiscordSurfaceOptions): ChatSurface {
	return {
		readMessages: (request, signal) => readMessages(options, request, signal),
		readReactionUsers: (request, signal) => readReactionUsers(options, request, signal),
		post: (message, signal) => postAs(options, message, signal),
		remove: (message) =>
			message.webhookId === undefined ? remove(options, message) : options.webhooks.remove(message),
		edit: (message, change, signal) =>
			message.webhookId === undefined
				? edit(options, message, { change, signal })
				: options.webhooks.edit(message, change, signal),
		emojis: options.emojis,
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
	options: DiscordSurfaceOptions,
	request: ReadRequest,
	signal: AbortSignal,
): Promise<Result<readonly ChatMessage[], Failure>> {
	const { rest, log, reader } = options;
	const limit = Math.min(readLimitMax, Math.max(1, Math.trunc(request.limit)));
	const query = new URLSearchParams({ limit: String(limit) });
	if (request.beforeId !== undefined) query.set('before', request.beforeId);
	try {
		const listing = await rest.get(Routes.channelMessages(request.channelId), { query, signal });
		const page = await reader.readListing(request.channelId, listOf(listing).toReversed());
		const found = new Set(page.map((message) => message.id));
		const missing = (request.include ?? []).filter((message) => !found.has(message.id));
		return ok(await withReferences(options, [...page, ...missing], signal));
	} catch (error) {
		log.warn({ channelId: request.channelId, ...errorFacts(error) }, 'reading messages failed');
		return err(discordFailure(error));
	}
}

/** The newest messages come first, since they matter most when requests run out. */
async function withReferences(
	{ rest, log, reader, forwardDepthMax = forwardDepthDefaultMax }: DiscordSurfaceOptions,
	messages: readonly ChatMessage[],
	signal: AbortSignal,
): Promise<readonly ChatMessage[]> {
	const { readOne } = reader;
	const fetchMessage = createMessageFetcher({
		rest,
		log,
		readOne,
		signal,
		known: messages,
		fetchesMax: turnFetchesMax,
	});
	const newestFirst = messages.toReversed();
	const resolved: ChatMessage[] = [];
	for (let from = 0; from < newestFirst.length; from += resolvedTogether) {
		const some = newestFirst.slice(from, from + resolvedTogether);
		const done = some.map((message) => resolveReferences(message, { fetchMessage, forwardDepthMax }));
		resolved.push(...(await Promise.all(done)));
	}
	return resolved.toReversed();
}

async function readReactionUsers(
	{ rest, log, reader }: DiscordSurfaceOptions,
	request: ReactionUsersRequest,
	signal: AbortSignal,
): Promise<readonly MentionedUser[]> {
	const { channelId, messageId, reaction } = request;
	const name = reaction.emojiId === undefined ? reaction.emoji : `${reaction.emoji.slice(1, -1)}:${reaction.emojiId}`;
	const query = new URLSearchParams({ limit: String(Math.min(readLimitMax, Math.max(1, request.limit))) });
	try {
		const route = Routes.channelMessageReaction(channelId, messageId, encodeURIComponent(name));
		return reader.readUsers(channelId, await rest.get(route, { query, signal }));
	} catch (error) {
		log.debug({ channelId, messageId, ...errorFacts(error) }, 'the people behind a reaction cannot be read');
		return [];
	}
}

/** Through a webhook where the message has an identity; as the bot where it has none or webhooks cannot be used. */
async function postAs(
	options: DiscordSurfaceOptions,
	message: OutgoingMessage,
	signal: AbortSignal,
): Promise<Result<PostedMessage, Failure>> {
	if (message.identity === undefined) return await post(options, message, signal);
	const posted = await options.webhooks.post(message, signal);
	switch (posted.kind) {
		case 'posted':
			return ok(posted.message);
		case 'failed':
			return err(posted.failure);
		case 'unusable': {
			const inPlace = await post(options, message, signal);
			return inPlace.ok ? ok({ ...inPlace.value, isStandIn: true }) : inPlace;
		}
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
			const milder = milderBody(message, error);
			if (milder === null) throw error;
			return rest.post(route, { body: milder, signal });
		});
		const id = textOf(objectOf(posted)?.['id']);
		return id ? ok({ id, channelId: message.channelId }) : err({ code: 'discord-rejected', detail: 'no message id' });
	} catch (error) {
		log.warn({ channelId: message.channelId, ...errorFacts(error) }, 'posting failed');
		return err(discordFailure(error));
	}
}

/** What Discord may still take after this refusal; null when there is nothing. */
function milderBody(message: OutgoingMessage, error: unknown): RESTPostAPIChannelMessageJSONBody | null {
	const body = messageBody(message);
	if (body.message_reference !== undefined && isReferenceRefusal(error)) return withoutReference(body);
	// Where only Embed Links is missing, a notice can still be read as plain text.
	const isForbidden = discordFailure(error).code === 'discord-forbidden';
	return message.noticeKind !== undefined && isForbidden ? withoutEmbeds(body, message.text) : null;
}

async function remove(
	{ rest, log }: DiscordSurfaceOptions,
	{ channelId, id }: PostedMessage,
): Promise<Result<void, Failure>> {
	try {
		await rest.delete(Routes.channelMessage(channelId, id));
		return ok(undefined);
	} catch (error) {
		const failure = discordFailure(error);
		if (failure.code === 'discord-gone') return ok(undefined);
		log.warn({ channelId, messageId: id, ...errorFacts(error) }, 'a message could not be taken back');
		return err(failure);
	}
}

async function edit(
	{ rest, log }: DiscordSurfaceOptions,
	{ channelId, id }: PostedMessage,
	use: { readonly change: MessageChange; readonly signal: AbortSignal },
): Promise<Result<void, Failure>> {
	try {
		await rest.patch(Routes.channelMessage(channelId, id), { body: changeBody(use.change), signal: use.signal });
		return ok(undefined);
	} catch (error) {
		log.warn({ channelId, messageId: id, ...errorFacts(error) }, 'a message stayed as it was');
		return err(discordFailure(error));
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
