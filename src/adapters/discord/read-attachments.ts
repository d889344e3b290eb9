/** Reads the files of a message: attachments, and stickers with the picture that stands for them. */
import type { Attachment, MediaKind, Sticker } from '#domain/media';
import { endingOf, mimeTypeOfName } from '#domain/mime-type';
import { numberOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';

/** Attachments and stickers read from one message; Discord allows ten and three. */
export const READ_FILE_LIMITS = { attachmentsMax: 20, stickersMax: 5 } as const;

const voiceMessageFlag = 1 << 13;
const spoilerFlag = 1 << 3;

const KINDS_BY_ENDING: Readonly<Record<string, MediaKind>> = {
	...endings('image', 'png jpg jpeg webp heic heif gif avif bmp'),
	...endings('video', 'mp4 mpeg mpg mov avi flv webm wmv 3gp 3gpp mkv m4v'),
	...endings('audio', 'mp3 ogg oga opus wav flac m4a aac wma'),
};

function endings(kind: MediaKind, names: string): Readonly<Record<string, MediaKind>> {
	return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

/** Pictures that are text, which nobody who takes pictures can look at. */
const DRAWN_BY_CODE = /^image\/svg\b/i;

/** What a file is: by the type that Discord names, else by its name's ending. A type that says nothing counts as none. */
export function mediaKindOf(contentType: string | null, fileName: string): MediaKind {
	if (contentType !== null && DRAWN_BY_CODE.test(contentType)) return 'document';
	const family = contentType?.split('/')[0]?.toLowerCase();
	if (family === 'image' || family === 'video' || family === 'audio') return family;
	const isVague = contentType === null || contentType.startsWith('application/octet-stream');
	return isVague ? (KINDS_BY_ENDING[endingOf(fileName)] ?? 'document') : 'document';
}

/** The type that Discord names, without parameters, else the one of the name's ending, else null. */
export function mimeTypeOf(contentType: string | null, fileName: string): string | null {
	const named = contentType?.split(';')[0]?.trim().toLowerCase();
	if (named && named !== 'application/octet-stream') return named;
	return mimeTypeOfName(fileName) ?? named ?? null;
}

/** The attachments of a message; `messageFlags` say whether it is a voice message. */
export function readAttachments(value: unknown, messageFlags: number): readonly Attachment[] {
	return objectsOf(value)
		.slice(0, READ_FILE_LIMITS.attachmentsMax)
		.flatMap((raw) => readAttachment(raw, (messageFlags & voiceMessageFlag) !== 0) ?? []);
}

function readAttachment(raw: RawObject, isVoiceMessage: boolean): Attachment | null {
	const id = textOf(raw['id']);
	const url = textOf(raw['url']);
	if (!id || !url) return null;
	const fileName = textOf(raw['filename']) ?? 'file';
	const contentType = textOf(raw['content_type']);
	const flags = numberOf(raw['flags']) ?? 0;
	return {
		id,
		fileName,
		kind: mediaKindOf(contentType, fileName),
		mimeType: mimeTypeOf(contentType, fileName),
		url,
		proxyUrl: textOf(raw['proxy_url']) ?? url,
		sizeBytes: numberOf(raw['size']) ?? 0,
		description: textOf(raw['description']),
		durationSeconds: numberOf(raw['duration_secs']),
		isVoiceMessage: isVoiceMessage && textOf(raw['waveform']) !== null,
		isSpoiler: (flags & spoilerFlag) !== 0 || fileName.startsWith('SPOILER_'),
	};
}

const lottieFormat = 3;
const gifFormat = 4;

/** The stickers of a message. Pictures come from Discord's file hosts, which the sticker's format decides. */
export function readStickers(value: unknown): readonly Sticker[] {
	return objectsOf(value)
		.slice(0, READ_FILE_LIMITS.stickersMax)
		.flatMap((raw) => {
			const id = textOf(raw['id']);
			if (!id) return [];
			return [{ id, name: textOf(raw['name']) ?? 'sticker', picture: stickerPicture(id, raw['format_type']) }];
		});
}

/** Animated PNG files are PNG files to whoever shows one picture of them. */
function stickerPicture(id: string, format: unknown): Sticker['picture'] {
	if (format === lottieFormat) return null;
	if (format === gifFormat) return { url: `https://media.discordapp.net/stickers/${id}.gif`, mimeType: 'image/gif' };
	return { url: `https://cdn.discordapp.com/stickers/${id}.png`, mimeType: 'image/png' };
}
