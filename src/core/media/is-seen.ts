/** What a model has eyes for. */
import type { MediaDescriptor, ModelCapabilities } from '#domain/media-descriptor';

/** Whether the model takes such media at all. */
export function isSeen({ kind }: MediaDescriptor, { seesImages, seesVideos }: ModelCapabilities): boolean {
	return kind === 'image' ? seesImages : seesVideos;
}
