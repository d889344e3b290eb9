/** Speaking as a person for a moment, under their name and picture. */
import type { Failure } from '#domain/failure';
import type { Snowflake } from '#domain/ids';
import type { OutgoingMessage, PostedMessage, RenderIdentity } from '#domain/reply';
import type { Result } from '#lib/result';

/** A voice that was lent for one channel; nothing it has said changes when it is given back. */
export interface BorrowedVoice {
	/** What its messages are known by later. */
	readonly webhookId: Snowflake;
	/** Posts one message, whatever identity it names. */
	post(message: OutgoingMessage, signal: AbortSignal): Promise<Result<PostedMessage, Failure>>;
	/** Takes back one of its messages, while it is still lent. */
	remove(message: PostedMessage): Promise<Result<void, Failure>>;
	/** Gives the voice back, whatever became of it. Never rejects. */
	close(): Promise<void>;
}

/** Why there is no voice: such a place has none, the bot may make none, the channel holds no more, or Discord failed. */
export type VoiceRefusal =
	| { readonly kind: 'not-here' | 'forbidden' | 'full' }
	| { readonly kind: 'failed'; readonly failure: Failure };

/** Lends voices. */
export interface BorrowedVoices {
	/** Never throws; whoever gets a voice closes it. */
	open(channelId: Snowflake, identity: RenderIdentity): Promise<Result<BorrowedVoice, VoiceRefusal>>;
}
