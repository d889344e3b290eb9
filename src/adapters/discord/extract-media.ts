/** Finds the media of a message again by its id, by the same rules as history shows them. */
import { Routes } from 'discord.js';
import type { Failure } from '#domain/failure';
import type { Attachment } from '#domain/media';
import type { ChatMessage, Embed, MessageBody } from '#domain/message';
import { err, ok, type Result } from '#lib/result';
import type { MediaSource, MessagePlace } from '#ports/media-source';
import { discordFailure, errorFacts } from './discord-failure.ts';
import { createMessageFetcher, type FetchOptions } from './fetch-message.ts';
import { resolveForwardChain, resolveReply } from './forward-chain.ts';

/** Requests that one extraction may spend. */
const extractionFetchesMax = 12;

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
): Promise<Result<readonly Attachment[], Failure>> {
	const fetchMessage = createMessageFetcher({ ...options, signal, known: [], fetchesMax: extractionFetchesMax });
	let message: ChatMessage | null;
	try {
		const payload = await options.rest.get(Routes.channelMessage(place.channelId, place.messageId), { signal });
		message = options.readOne(place.channelId, payload);
	} catch (error) {
		options.log.debug({ ...place, ...errorFacts(error) }, 'the owner of media cannot be read');
		return err(discordFailure(error));
	}
	if (!message) return ok([]);
	const forward = message.forward && (await resolveForwardChain(message.forward, { ...options, fetchMessage }));
	const shown = [...mediaOfBody(message), ...(forward?.body ? mediaOfBody(forward.body) : [])];
	if (shown.length > 0 || !message.reply) return ok(shown);
	const reply = await resolveReply(message.reply, fetchMessage);
	return ok(reply.target ? mediaOfBody(reply.target.body) : []);
}

/** Files, media in components, stickers, and the pictures of embeds, in the order in which people see them. */
export function mediaOfBody(body: MessageBody): readonly Attachment[] {
	const stickers = body.stickers.map(({ id, name, url }) => picture({ id, fileName: name, url, proxyUrl: url }));
	return [...body.attachments, ...body.componentMedia, ...stickers, ...body.embeds.flatMap(embedPictures)];
}

function embedPictures(embed: Embed): readonly Attachment[] {
	const url = embed.imageUrl ?? embed.thumbnailUrl;
	if (url === null) return [];
	const proxyUrl = (embed.imageUrl === null ? embed.thumbnailProxyUrl : embed.imageProxyUrl) ?? url;
	return [picture({ id: '', fileName: embed.title ?? 'preview', url, proxyUrl })];
}

function picture(parts: Pick<Attachment, 'id' | 'fileName' | 'url' | 'proxyUrl'>): Attachment {
	return {
		...parts,
		kind: 'image',
		mimeType: null,
		sizeBytes: 0,
		description: null,
		durationSeconds: null,
		isVoiceMessage: false,
		isSpoiler: false,
	};
}
