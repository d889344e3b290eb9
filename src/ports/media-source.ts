/** The media behind a message id that a prompt named. */
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { DocumentAttachment, ImageAttachment, VideoAttachment } from '#domain/media';
import type { Result } from '#lib/result';

/** A message in a channel. */
export interface MessagePlace {
	readonly channelId: Snowflake;
	readonly messageId: Snowflake;
}

/** What can be looked at, or opened; the order is that of history's entries. */
export interface ExtractedMedia {
	readonly images: readonly ImageAttachment[];
	readonly videos: readonly VideoAttachment[];
	readonly documents: readonly DocumentAttachment[];
}

/** Finds media again, long after the prompt that showed them. */
export interface MediaSource {
	/**
	 * The media of a message: its own, those that it forwards (through forwards of forwards), or, when it has none, those
	 * of the message it replies to. The same id gives the same media as long as Discord keeps them; empty when there are
	 * none to see.
	 */
	extractMedia(place: MessagePlace, signal: AbortSignal): Promise<Result<ExtractedMedia, Failure>>;
}
