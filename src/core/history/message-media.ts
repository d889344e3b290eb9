/** Pictures, videos and files of a message, and who owns their bytes. */
import type { Snowflake } from '#domain/ids';
import type { Attachment, DocumentAttachment, ImageAttachment, Sticker, VideoAttachment } from '#domain/media';
import type { Embed, MessageBody } from '#domain/message';
import { mimeTypeOfName } from '#domain/mime-type';
import { firstYouTubeUrl } from './links.ts';

/** What can be looked at, or opened. */
export interface MessageMedia {
	readonly images: readonly ImageAttachment[];
	readonly videos: readonly VideoAttachment[];
	readonly documents: readonly DocumentAttachment[];
}

/** No media at all; shared, so that most messages cost nothing. */
export const NO_MEDIA: MessageMedia = { images: [], videos: [], documents: [] };

/**
 * Attachments, media of components, stickers, pictures of link previews, and the first YouTube link. `ownerId` is the
 * message from which the bytes can be fetched: for forwarded media the wrapper, for copied media the original. Custom
 * emoji are no media (ruling H4).
 */
export function mediaOf(body: MessageBody, ownerId: Snowflake): MessageMedia {
	const youTubeUrl = firstYouTubeUrl(body.content);
	const files = [...body.attachments, ...body.componentMedia];
	if (files.length === 0 && body.stickers.length === 0 && body.embeds.length === 0 && youTubeUrl === null) {
		return NO_MEDIA;
	}
	const images = files.filter((file) => file.kind === 'image').map((file) => fileOf(file, ownerId));
	const videos = files
		.filter((file) => file.kind === 'video')
		.map((file) => ({ ...fileOf(file, ownerId), isYouTubeLink: false }));
	for (const sticker of body.stickers) images.push(...stickerImage(sticker, ownerId));
	for (const embed of body.embeds) images.push(...previewImage(embed, ownerId));
	if (youTubeUrl !== null) videos.push(youTubeVideo(youTubeUrl, ownerId));
	return {
		images,
		videos,
		documents: files
			.filter((file) => file.kind === 'document')
			.map((file) => ({ fileName: file.fileName, sourceMessageId: ownerId })),
	};
}

/** Two collections as one, in order. */
export function joinMedia(left: MessageMedia, right: MessageMedia): MessageMedia {
	if (right === NO_MEDIA) return left;
	if (left === NO_MEDIA) return right;
	return {
		images: [...left.images, ...right.images],
		videos: [...left.videos, ...right.videos],
		documents: [...left.documents, ...right.documents],
	};
}

function fileOf(file: Attachment, sourceMessageId: Snowflake): ImageAttachment {
	const { url, proxyUrl, mimeType, fileName } = file;
	return { url, proxyUrl, mimeType, fileName, sourceMessageId };
}

function stickerImage({ name, picture }: Sticker, sourceMessageId: Snowflake): readonly ImageAttachment[] {
	if (picture === null) return [];
	const { url, mimeType } = picture;
	return [{ url, proxyUrl: url, mimeType, fileName: name, isSticker: true, sourceMessageId }];
}

/** The large picture, else the small one; a YouTube preview's picture would only repeat the video. Only the name tells its type. */
function previewImage(embed: Embed, sourceMessageId: Snowflake): readonly ImageAttachment[] {
	const url = embed.imageUrl ?? embed.thumbnailUrl;
	if (url === null || firstYouTubeUrl(embed.url ?? '') !== null) return [];
	const proxyUrl = (embed.imageUrl === null ? embed.thumbnailProxyUrl : embed.imageProxyUrl) ?? url;
	const fileName = url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
	return [{ url, proxyUrl, mimeType: mimeTypeOfName(fileName), fileName, sourceMessageId }];
}

function youTubeVideo(url: string, sourceMessageId: Snowflake): VideoAttachment {
	return { url, proxyUrl: url, mimeType: 'video/youtube', fileName: '', isYouTubeLink: true, sourceMessageId };
}
