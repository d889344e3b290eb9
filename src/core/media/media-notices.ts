/** What a model reads in place of media that it is not shown; texts without brackets. */
import { quoteInNote } from '#core/text/system-note';
import type { MediaRefusal } from '#domain/loaded-media';
import type { MediaDescriptor } from '#domain/media-descriptor';

/** Of one file's name in a notice, in UTF-16 units. */
const fileNameCharactersMax = 80;

/** What a note on media outside the window depends on. */
export interface OutOfWindowOptions {
	/** Whether the model could see any of it. */
	readonly isViewable: boolean;
}

/**
 * The one note on an item with media outside the window: how a model that sees can get to it, or that it cannot be viewed.
 * No tool widens the window; a reply shows the media of the message it answers at any depth.
 */
export function outOfWindowNotice(media: readonly MediaDescriptor[], { isViewable }: OutOfWindowOptions): string {
	const subject = `The ${nounsOf(media)} of this message ${handlesOf(media)}`;
	const outside = `${subject} ${isOne(media) ? 'is' : 'are'} outside the current media context window`;
	const view = isViewable
		? `. To see ${themOf(media)}, ask for a reply to this message: a reply brings the media of its message back`
		: ` and cannot be viewed. Do not guess what ${theyShow(media)}`;
	return `${outside}${view}. The ID still works with tools that take media references.`;
}

/** Pictures for a model without eyes; `imageAnalysisTool` is null where no such tool can be called. */
export function blindImageNotice(images: readonly MediaDescriptor[], imageAnalysisTool: string | null): string {
	const holds = `This message ${handlesOf(images)} contains ${imagesPhrase(images)}${namesOf(images)}`;
	const guess = `Do not guess what ${theyShow(images)}`;
	return imageAnalysisTool === null
		? `${holds}. The current model cannot see images; a model that can is chosen with /model set, one that looks for it with /behavior set vision_model. ${guess}.`
		: `${holds}. ${guess}: look at ${themOf(images)} with ${imageAnalysisTool} and the ID.`;
}

/** Videos for a model that cannot watch them. */
export function blindVideoNotice(videos: readonly MediaDescriptor[]): string {
	const holds = `This message ${handlesOf(videos)} contains ${videosPhrase(videos.length)}${namesOf(videos)}`;
	return `${holds}. The current model cannot watch videos. Do not guess what ${theyShow(videos)}.`;
}

/** Why a model that could see them does not. */
const REASONS: Readonly<Record<MediaRefusal, (isOne: boolean) => string>> = {
	'not-allowed': (isOne) => `${isOne ? 'It is' : 'They are'} kept by a server that is not asked`,
	gone: (isOne) => `${isOne ? 'It is' : 'They are'} no longer there`,
	'too-large': (isOne) => `${isOne ? 'It is' : 'They are'} too large to be shown`,
	unreadable: (isOne) => `${isOne ? 'It is' : 'They are'} nothing that can be shown`,
	unreachable: (isOne) => `${isOne ? 'It' : 'They'} could not be fetched now`,
	'no-room': (isOne) => `There is no room left to show ${isOne ? 'it' : 'them'}`,
};

/** Media that the model could see and that is not shown to it. */
export function unshownNotice(media: readonly MediaDescriptor[], reason: MediaRefusal): string {
	const images = media.filter((medium) => medium.kind === 'image');
	const videos = media.length - images.length;
	const phrases = [
		...(images.length === 0 ? [] : [imagesPhrase(images)]),
		...(videos === 0 ? [] : [videosPhrase(videos)]),
	];
	const holds = `This message ${handlesOf(media)} contains ${phrases.join(' and ')}${namesOf(media)}`;
	return `${holds}. ${REASONS[reason](isOne(media))}. Do not guess what ${theyShow(media)}.`;
}

function videosPhrase(count: number): string {
	return count === 1 ? 'a video' : `${count} videos`;
}

/** `an image`, `a GIF`, `3 images (including GIFs)`. */
function imagesPhrase(images: readonly MediaDescriptor[]): string {
	const gifs = images.filter((image) => image.mimeType === 'image/gif').length;
	if (isOne(images)) return gifs === 1 ? 'a GIF' : 'an image';
	if (gifs === 0) return `${images.length} images`;
	return `${images.length} images (including ${gifs === 1 ? 'a GIF' : 'GIFs'})`;
}

function nounsOf(media: readonly MediaDescriptor[]): string {
	const noun = media.every((medium) => medium.kind === 'image')
		? 'image'
		: media.every((medium) => medium.kind === 'video')
			? 'video'
			: 'media file';
	return isOne(media) ? noun : `${noun}s`;
}

/** `(ID: media_1)`, `(IDs: media_1, media_2)`. */
function handlesOf(media: readonly MediaDescriptor[]): string {
	const ids = [...new Set(media.map((medium) => medium.mediaId))];
	return `(ID${ids.length === 1 ? '' : 's'}: ${ids.join(', ')})`;
}

/** People choose the names of files, so they stand here as quotes and nothing in them means anything. */
function namesOf(media: readonly MediaDescriptor[]): string {
	const names = media.flatMap((medium) => quoteInNote(medium.fileName ?? '', fileNameCharactersMax) || []);
	return names.length === 0 ? '' : `, named ${names.map((name) => `"${name}"`).join(', ')}`;
}

function isOne(media: readonly MediaDescriptor[]): boolean {
	return media.length === 1;
}

function themOf(media: readonly MediaDescriptor[]): string {
	return isOne(media) ? 'it' : 'them';
}

function theyShow(media: readonly MediaDescriptor[]): string {
	return isOne(media) ? 'it shows' : 'they show';
}
