/** Bytes of pictures and videos that messages show. */
import type { MediaRefusal } from '#domain/loaded-media';
import type { Result } from '#lib/result';

/** Why there are no bytes. */
export type ImageRefusal = Extract<MediaRefusal, 'not-allowed' | 'gone' | 'too-large' | 'unreachable'>;

/** What is wanted. */
export interface ImageFetch {
	readonly url: string;
	/** No byte beyond this is read. */
	readonly bytesMax: number;
}

/** Fetches from allowed hosts on the open internet only, bounded in size and time. */
export interface ImageSource {
	/** Never rejects; an aborted fetch is `unreachable`. What the bytes are is not said. */
	fetchImage(fetch: ImageFetch, signal: AbortSignal): Promise<Result<Uint8Array, ImageRefusal>>;
}
