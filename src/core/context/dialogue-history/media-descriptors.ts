/** What an entry has to look at, before it is known who looks (seed: media descriptor emission). */
import type { ImageAttachment, VideoAttachment } from '#domain/media';
import type { MediaDescriptor } from '#domain/media-descriptor';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { MessageIdMap } from '../message-id-map.ts';

/** One picture or video of an entry with its handle. */
export interface EntryMedium {
	readonly kind: MediaDescriptor['kind'];
	readonly attachment: ImageAttachment | VideoAttachment;
	/** The handle of the message that owns the bytes. */
	readonly mediaId: string;
	/** Counts towards `MEDIA_IMAGE_MESSAGE_LIMIT`: a picture that is neither emoji nor sticker. */
	readonly isCounted: boolean;
}

/** Whether an attachment is a picture that a prompt counts. */
export function isCountedImage(image: ImageAttachment): boolean {
	return image.isEmoji !== true && image.isSticker !== true;
}

/** Everything to look at, pictures first, each registered under its owner; custom emoji stay words (ruling H4). */
export function mediaOfEntry(
	entry: SimplifiedMessageForContext,
	messageIds: Pick<MessageIdMap, 'register'>,
): readonly EntryMedium[] {
	const medium = (kind: EntryMedium['kind']) => (attachment: ImageAttachment) => ({
		kind,
		attachment,
		mediaId: messageIds.register(attachment.sourceMessageId, 'media'),
		isCounted: kind === 'image' && isCountedImage(attachment),
	});
	return [
		...entry.imageAttachments.filter((image) => image.isEmoji !== true).map(medium('image')),
		...entry.videoAttachments.filter((video) => video.isEmoji !== true).map(medium('video')),
	];
}

/** The descriptor of one medium; `extendBy` is null inside the window. It depends on no model. */
export function describeMedium({ kind, attachment, mediaId }: EntryMedium, extendBy: number | null): MediaDescriptor {
	const { url, proxyUrl, mimeType, fileName } = attachment;
	const isYouTubeLink = 'isYouTubeLink' in attachment && attachment.isYouTubeLink;
	const uri = isYouTubeLink ? url : proxyUrl;
	return {
		kind,
		uri,
		...(url === uri ? {} : { fallbackUri: url }),
		mimeType,
		mediaId,
		withinWindow: extendBy === null,
		...(extendBy === null ? {} : { extendBy }),
		...(isYouTubeLink ? { isYouTubeLink } : {}),
		...(fileName === '' ? {} : { fileName }),
	};
}
