/** Pictures, videos and files that came with a message. */
import type { Snowflake } from '#domain/ids';

/** What a file is to a reader; decided by the type that Discord names, else by its name's ending. Nobody opens it. */
export type MediaKind = 'image' | 'video' | 'audio' | 'document';

/** A file attached to a message. */
export interface Attachment {
	readonly id: Snowflake;
	readonly fileName: string;
	readonly kind: MediaKind;
	/** Null when neither Discord nor the name says. */
	readonly mimeType: string | null;
	readonly url: string;
	readonly proxyUrl: string;
	readonly sizeBytes: number;
	/** The alt text. */
	readonly description: string | null;
	/** Voice messages and other sound, where Discord says. */
	readonly durationSeconds: number | null;
	readonly isVoiceMessage: boolean;
	readonly isSpoiler: boolean;
}

/** A sticker. */
export interface Sticker {
	readonly id: Snowflake;
	readonly name: string;
	/** What can be looked at; null for Lottie animations, which are drawn by code. */
	readonly picture: { readonly url: string; readonly mimeType: 'image/png' | 'image/gif' } | null;
}

/** A picture in the conversation, whoever it belongs to. */
export interface ImageAttachment {
	readonly url: string;
	readonly proxyUrl: string;
	readonly mimeType: string | null;
	readonly fileName: string;
	/** Custom emoji are pictures of text and never become media (ruling H4). */
	readonly isEmoji?: true;
	/** Stickers are small and said rather than shown; they do not count among the pictures that a prompt may hold. */
	readonly isSticker?: true;
	/** The message that owns the bytes: the replied-to one, a forward's wrapper, or the message itself. */
	readonly sourceMessageId: Snowflake;
}

/** A video in the conversation. */
export interface VideoAttachment extends ImageAttachment {
	readonly isYouTubeLink: boolean;
}

/** A file that is neither picture nor video. */
export interface DocumentAttachment {
	readonly fileName: string;
	readonly sourceMessageId: Snowflake;
}
