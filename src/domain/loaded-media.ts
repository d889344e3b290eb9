/** The bytes of pictures and videos that a prompt carries. */
import type { Result } from '#lib/result';

/** A picture or video that can be sent. */
export interface LoadedMedia {
	/** What the bytes are, whatever anybody called them. */
	readonly mimeType: string;
	readonly base64: string;
	readonly sizeBytes: number;
	/** Of the bytes, as hex. */
	readonly sha256: string;
	/** 0 for videos, whose frames nobody measures. */
	readonly widthPixels: number;
	/** 0 for videos. */
	readonly heightPixels: number;
}

/**
 * Why a model that could see something does not: its host is not allowed or leads into a private network, Discord keeps
 * it no more, it is too large, its bytes are no picture or video that can be shown, the network failed, or the prompt has
 * no room for it.
 */
export type MediaRefusal = 'not-allowed' | 'gone' | 'too-large' | 'unreadable' | 'unreachable' | 'no-room';

/** What came of loading. */
export type MediaOutcome = Result<LoadedMedia, MediaRefusal>;

/** What came of loading, by the address of the descriptor. */
export type MediaOutcomes = ReadonlyMap<string, MediaOutcome>;
