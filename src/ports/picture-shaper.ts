/** Makes pictures such as any model takes. */
import type { MediaRefusal } from '#domain/loaded-media';
import type { Result } from '#lib/result';

/** A picture as it comes, of which nothing is believed. */
export interface RawPicture {
	readonly bytes: Uint8Array;
	/** Whether a moving picture stays one; otherwise its first frame is what is shown. */
	readonly mayMove: boolean;
}

/** A picture within the limits. */
export interface ShapedPicture {
	readonly bytes: Uint8Array;
	readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif';
	readonly widthPixels: number;
	readonly heightPixels: number;
}

/** Why a picture cannot be shown. */
export type ShapeRefusal = Extract<MediaRefusal, 'too-large' | 'unreadable'>;

/** Decodes, makes smaller and encodes without holding anything else up. */
export interface PictureShaper {
	/** Never rejects. The same bytes always give the same picture. */
	shape(picture: RawPicture): Promise<Result<ShapedPicture, ShapeRefusal>>;
}
