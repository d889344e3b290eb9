/** What goes out to a channel. */
import type { Snowflake } from '#domain/ids';

/** Whom a message seems to come from, other than the bot's own account. */
export interface RenderIdentity {
	/** As people will read it, before Discord's rules for such names. */
	readonly name: string;
	/** Null leaves the webhook's own picture. */
	readonly avatarUrl: string | null;
}

/** What is shown of the answered message where Discord offers no reply. */
export interface ReplyQuote {
	readonly label: string;
	readonly text: string;
}

/** A button below a message; `id` comes back with the press, at most 100 characters. */
export interface MessageButton {
	readonly id: string;
	readonly emoji: string;
	readonly label?: string;
	readonly isEnabled: boolean;
	readonly isDangerous?: boolean;
	/** The one that most people will want. */
	readonly isPrimary?: boolean;
}

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
	/** The heading of a notice's card, at most 256 characters. */
	readonly noticeTitle?: string;
	/** Absent posts as the bot itself. Where webhooks cannot be used, the bot posts in their place. */
	readonly identity?: RenderIdentity;
	/** Shown with a jump link when the message has an identity and a message to reply to. */
	readonly quote?: ReplyQuote;
	/** One row of at most five. */
	readonly buttons?: readonly MessageButton[];
}

/** What changes of a message of ours; what is absent stays. */
export interface MessageChange {
	readonly text?: string;
	/** One row of at most five; an empty list takes the row away. */
	readonly buttons?: readonly MessageButton[];
	/** The only people that the new text may name. */
	readonly notifiableUserIds: readonly Snowflake[];
}

/** A message that Discord has. */
export interface PostedMessage {
	readonly id: Snowflake;
	readonly channelId: Snowflake;
	/** The webhook that it came through; absent for the bot's own messages. */
	readonly webhookId?: Snowflake;
	/** True when it had an identity and the bot had to post it all the same. */
	readonly isStandIn?: true;
	/** True when it was posted with a row of buttons. */
	readonly hasButtons?: true;
}
