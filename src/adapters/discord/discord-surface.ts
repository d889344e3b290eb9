/** The channel as the bot acts on it, over raw REST; every message that the bot posts leaves through here. */
import { type REST, Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { ChatMessage, MentionedUser } from '#domain/message';
import type { MessageChange, OutgoingMessage, PostedMessage } from '#domain/reply';
import { ExpiringMap } from '#lib/expiring-map';
import { err, ok, type Result } from '#lib/result';
import type { ChatSurface, ReactionRequest, ReactionUsersRequest, ReadRequest } from '#ports/chat-surface';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { discordFailure, errorFacts } from './discord-failure.ts';
import { createMessageFetcher, turnFetchesMax } from './fetch-message.ts';
import { resolveReferences } from './forward-chain.ts';
import { changeBody } from './message-body.ts';
import type { MessageReader } from './message-reader.ts';
import { createMutedChannels } from './muted-channels.ts';
import { postMessage } from './post-message.ts';
import { listOf } from './raw-fields.ts';
import { throughBlips } from './through-blips.ts';
import { keepTyping, typingIntervalMs } from './typing-keeper.ts';
import { untilAborted } from './until-aborted.ts';
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
	readonly room: ChatSurface['room'];
	/** Whether the bot's permissions allow it to write, as far as they are known. */
	readonly mayWrite: (channelId: Snowflake) => boolean;
	readonly threadFrom: ChatSurface['threadFrom'];
	/** How many forwards of a forward are followed; 3 unless given. */
	readonly forwardDepthMax?: number;
	/** Milliseconds between two typing calls; 8,000 unless given. */
	readonly typingEveryMs?: number;
}

/** Messages that Discord gives at most in one listing. */
export const readLimitMax = 100;

/** Messages whose references are followed side by side; all at once would spend every request on first steps. */
const resolvedTogether = 4;

/** How long, and for how many channels, it is remembered that the operator was told that they cannot be read. */
const unreadableForMs = 86_400_000;
const unreadableMax = 5_000;

/** Milliseconds that taking a message back may last. */
const removeTimeoutMs = 15_000;

/** Fetches for one forward of a forward unless the options say otherwise. */
export const forwardDepthDefaultMax = 3;

/** A surface over one REST client; the client itself waits out rate limits and repeats after lost answers. */
export function createDiscordSurface(options: DiscordSurfaceOptions): ChatSurface {
	const muted = createMutedChannels(options.clock);
	const logged = new ExpiringMap<Snowflake, true>({
		ttlMs: unreadableForMs,
		entriesMax: unreadableMax,
		nowMs: () => options.clock.now(),
	});
	return {
		async readMessages(request, signal) {
			const read = await readMessages(options, request, signal);
			const { channelId } = request;
			if (!read.ok && read.error.code === 'discord-forbidden' && !logged.has(channelId)) {
				logged.set(channelId, true);
				options.log.warn({ channelId }, 'the messages of a channel may not be read: check Read Message History');
			}
			return read;
		},
		readReactionUsers: (request, signal) => readReactionUsers(options, request, signal),
		async post(message, signal) {
			const posted = await postAs(options, message, signal);
			if (posted.ok || posted.error.code === 'discord-forbidden') muted.notePost(message.channelId, !posted.ok);
			return posted;
		},
		mayPost: (channelId) => !muted.isMuted(channelId) && options.mayWrite(channelId),
		threadFrom: options.threadFrom,
		remove: (message) =>
			message.webhookId === undefined ? remove(options, message) : options.webhooks.remove(message),
		edit: (message, change, signal) =>
			message.webhookId === undefined
				? edit(options, message, { change, signal })
				: options.webhooks.edit(message, change, signal),
		emojis: options.emojis,
		room: options.room,
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
	const { rest, clock, log, reader } = options;
	const { channelId } = request;
	const limit = Math.min(readLimitMax, Math.max(1, Math.trunc(request.limit)));
	const query = new URLSearchParams({ limit: String(limit) });
	if (request.beforeId !== undefined) query.set('before', request.beforeId);
	if (request.afterId !== undefined) query.set('after', request.afterId);
	try {
		const ask = () => rest.get(Routes.channelMessages(channelId), { query, signal });
		const listing = await throughBlips(ask, { clock, log, channelId, signal });
		const page = await reader.readListing(channelId, listOf(listing).toReversed());
		const found = new Set(page.map((message) => message.id));
		const missing = (request.include ?? []).filter((message) => !found.has(message.id));
		return ok(await withReferences(options, [...page, ...missing], signal));
	} catch (error) {
		const failure = discordFailure(error, signal);
		const at = failure.code === 'discord-forbidden' ? 'debug' : 'warn';
		log[at]({ channelId, ...errorFacts(error) }, 'reading messages failed');
		return err(failure);
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
		return reader.readUsers(channelId, await untilAborted(rest.get(route, { query, signal }), signal));
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
	if (message.identity === undefined) return await postMessage(options, message, signal);
	const posted = await options.webhooks.post(message, signal);
	switch (posted.kind) {
		case 'posted':
			return ok(posted.message);
		case 'failed':
			return err(posted.failure);
		case 'unusable': {
			const inPlace = await postMessage(options, message, signal);
			return inPlace.ok ? ok({ ...inPlace.value, isStandIn: true }) : inPlace;
		}
	}
}

async function remove(
	{ rest, log }: DiscordSurfaceOptions,
	{ channelId, id }: PostedMessage,
): Promise<Result<void, Failure>> {
	const signal = AbortSignal.timeout(removeTimeoutMs);
	try {
		await untilAborted(rest.delete(Routes.channelMessage(channelId, id), { signal }), signal);
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
		const request = rest.patch(Routes.channelMessage(channelId, id), {
			body: changeBody(use.change),
			signal: use.signal,
		});
		await untilAborted(request, use.signal);
		return ok(undefined);
	} catch (error) {
		log.warn({ channelId, messageId: id, ...errorFacts(error) }, 'a message stayed as it was');
		return err(discordFailure(error));
	}
}

async function showTyping(options: DiscordSurfaceOptions, channelId: Snowflake, signal: AbortSignal): Promise<boolean> {
	try {
		await untilAborted(options.rest.post(Routes.channelTyping(channelId), { signal }), signal);
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
