/** The media behind a message id that a prompt named. */
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { Attachment } from '#domain/media';
import type { Result } from '#lib/result';

/** A message in a channel. */
export interface MessagePlace {
	readonly channelId: Snowflake;
	readonly messageId: Snowflake;
}

/** Finds media again, long after the prompt that showed them. */
export interface MediaSource {
	/**
	 * The media of a message: its own, those that it forwards (through forwards of forwards), or, when it has none, those
	 * of the message it replies to. The same id gives the same media as long as Discord keeps them; empty when there are
	 * none to see.
	 */
	extractMedia(place: MessagePlace, signal: AbortSignal): Promise<Result<readonly Attachment[], Failure>>;
}
