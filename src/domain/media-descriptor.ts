/** Media in a prompt before it is known which model reads it. */
import type { MediaKind } from '#domain/media';

/**
 * A picture or video that an item shows or names. It says nothing of what a model can do; `resolveMediaForModel` turns
 * it into a part or a notice for each attempt (seed: media descriptor emission).
 */
export interface MediaDescriptor {
	readonly kind: Extract<MediaKind, 'image' | 'video'>;
	/** The proxy address; for YouTube the video's own. */
	readonly uri: string;
	/** The file's own address, where it differs from `uri`. */
	readonly fallbackUri?: string;
	readonly mimeType: string | null;
	/** The handle that the model may name, such as `media_3`; it stands for the message that owns the bytes. */
	readonly mediaId: string;
	readonly withinWindow: boolean;
	/** Outside the window only: by how many entries the window would have to grow to hold it. */
	readonly extendBy?: number;
	readonly isYouTubeLink?: true;
	readonly fileName?: string;
}

/** What a model can do beside reading and writing text. */
export interface ModelCapabilities {
	readonly seesImages: boolean;
	readonly seesVideos: boolean;
	readonly hasTools: boolean;
}

/** Text alone. */
export const TEXT_ONLY: ModelCapabilities = { seesImages: false, seesVideos: false, hasTools: false };
