/** What goes out to a channel. */
import type { Snowflake } from '#domain/ids';

/** One message to post; `text` is at most 2,000 UTF-16 units and never blank. */
export interface OutgoingMessage {
	readonly channelId: Snowflake;
	readonly text: string;
	/** Posted as a reply to it when it still exists, else as a plain message. */
	readonly replyToId: Snowflake | null;
	/** At most 25 characters; Discord keeps one message per nonce (ruling D2). */
	readonly nonce: string;
	/** The only people that this message may notify. */
	readonly notifiableUserIds: readonly Snowflake[];
	/** Set on our own notices, which never enter history (ruling H20). */
	readonly noticeKind?: string;
}

/** A message that Discord has. */
export interface PostedMessage {
	readonly id: Snowflake;
	readonly channelId: Snowflake;
}
