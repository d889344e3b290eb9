/** Finds the media of a message again by its id, by the same rules as history shows them. */
import { Routes } from 'discord.js';
import { joinMedia, mediaOf, NO_MEDIA } from '#core/history/message-media';
import type { Failure } from '#domain/failure';
import type { ChatMessage } from '#domain/message';
import { err, ok, type Result } from '#lib/result';
import type { ExtractedMedia, MediaSource, MessagePlace } from '#ports/media-source';
import { discordFailure, errorFacts } from './discord-failure.ts';
import { createMessageFetcher, type FetchMessage, type FetchOptions } from './fetch-message.ts';
import { resolveForwardChain } from './forward-chain.ts';

/** Requests that one extraction may spend. */
const extractionFetchesMax = 25;

/** What the source works with. */
export interface MediaSourceOptions extends Pick<FetchOptions, 'rest' | 'log' | 'readOne'> {
	readonly forwardDepthMax: number;
}

/** A source over one REST client. */
export function createMediaSource(options: MediaSourceOptions): MediaSource {
	return { extractMedia: (place, signal) => extractMedia(options, place, signal) };
}

async function extractMedia(
	options: MediaSourceOptions,
	place: MessagePlace,
	signal: AbortSignal,
): Promise<Result<ExtractedMedia, Failure>> {
	let message: ChatMessage | null;
	try {
		const payload = await options.rest.get(Routes.channelMessage(place.channelId, place.messageId), { signal });
		message = options.readOne(place.channelId, payload);
	} catch (error) {
		options.log.debug({ ...place, ...errorFacts(error) }, 'the owner of media cannot be read');
		return err(discordFailure(error));
	}
	if (!message) return ok(NO_MEDIA);
	const fetchMessage = createMessageFetcher({
		...options,
		signal,
		known: [message],
		fetchesMax: extractionFetchesMax,
	});
	const shown = await mediaShownBy(message, fetchMessage, options.forwardDepthMax);
	if (shown !== NO_MEDIA || !message.reply) return ok(shown);
	const target = await fetchMessage(message.reply.channelId, message.reply.messageId);
	if (target) return ok(await mediaShownBy(target, fetchMessage, options.forwardDepthMax));
	const known = message.reply.target;
	return ok(known ? mediaOf(known.body, known.id) : NO_MEDIA);
}

/** A message's own media, and what it forwards; both belong to the message from which they can be fetched. */
async function mediaShownBy(
	message: ChatMessage,
	fetchMessage: FetchMessage,
	forwardDepthMax: number,
): Promise<ExtractedMedia> {
	const own = mediaOf(message, message.id);
	if (!message.forward) return own;
	const { body } = await resolveForwardChain(message.forward, { fetchMessage, forwardDepthMax });
	return body ? joinMedia(own, mediaOf(body, message.id)) : own;
}
