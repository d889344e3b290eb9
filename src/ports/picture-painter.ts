/** Draws pictures. */
import type { Picture } from '#domain/picture';

/** Draws without holding anything else up. */
export interface PicturePainter {
	/** A PNG; null when it could not be drawn, which nobody has to wait for or hear of. Never rejects. */
	paint(picture: Picture): Promise<Uint8Array | null>;
}
