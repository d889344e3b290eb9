/** A prompt's pieces after it is known which model reads them: media is a part or has become a line of text. */
import type { StructuredContextItem } from '#domain/context-item';
import type { LoadedMedia, MediaRefusal } from '#domain/loaded-media';

/** Words. */
export interface TextPart {
	readonly type: 'text';
	readonly text: string;
}

/** A picture or video for a model that sees it. */
export interface MediaPart {
	readonly type: 'image' | 'video';
	/** Where the bytes are: the proxy address; for YouTube the video's own. */
	readonly uri: string;
	readonly mimeType: string;
	/** The file's own address, where it differs from `uri`. */
	readonly fallbackUri?: string;
	/** The bytes, where they were loaded; videos of YouTube have none. */
	readonly data?: LoadedMedia;
}

/** What a message to a model is made of, in order. */
export type ContextPart = TextPart | MediaPart;

/** A piece as one model reads it; what `resolveMediaForModel` makes of a `StructuredContextItem`. */
export interface ResolvedContextItem extends Omit<StructuredContextItem, 'mediaDescriptors' | 'text'> {
	readonly parts: readonly ContextPart[];
	/** Media that no part could be made of, for the log; absent when there is none. */
	readonly skippedMedia?: readonly SkippedMedia[];
}

/** Media that the model could see, but that has no part. */
export interface SkippedMedia {
	/** The handle, such as `media_3`. */
	readonly mediaId: string;
	readonly reason: MediaRefusal | 'unknown-type';
}
