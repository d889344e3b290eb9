/** Turns capability-neutral media into what one model gets of it (seed: `resolveMediaForModel`). */
import { renderSystemNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import type { MediaDescriptor, ModelCapabilities } from '#domain/media-descriptor';
import type { MediaPart, ResolvedContextItem, SkippedMedia, TextPart } from '#domain/resolved-context';
import { blindImageNotice, blindVideoNotice, outOfWindowNotice } from './media-notices.ts';

/** The model of one attempt. */
export interface ResolveMediaOptions {
	readonly capabilities: ModelCapabilities;
	/** The name of the tool that looks at pictures for a model, in notices; null where it cannot be called. */
	readonly imageAnalysisTool: string | null;
}

/** What becomes of the media of one item. */
interface Resolution {
	readonly parts: readonly MediaPart[];
	readonly notices: readonly string[];
	readonly skipped: readonly SkippedMedia[];
}

/**
 * The items as this attempt's model reads them: parts for what it sees, a notice with the handle for what it does not, and
 * for an item with anything outside the media window that one notice alone. Media stand before notices, notices before
 * the words; those of a model-role item move to a user item before it. Items are never changed, so that the next attempt
 * resolves the same ones for another model.
 */
export function resolveMediaForModel(
	items: readonly StructuredContextItem[],
	options: ResolveMediaOptions,
): readonly ResolvedContextItem[] {
	return items.flatMap((item) => resolveItem(item, options));
}

function resolveItem(item: StructuredContextItem, options: ResolveMediaOptions): readonly ResolvedContextItem[] {
	const { mediaDescriptors = [], text, ...rest } = item;
	const words = text === '' ? [] : [textPart(text)];
	if (mediaDescriptors.length === 0) return [{ ...rest, parts: words }];
	const { parts, notices, skipped } = resolveDescriptors(mediaDescriptors, options);
	const told = notices.map((notice) => textPart(renderSystemNote(notice)));
	const reported = skipped.length === 0 ? {} : { skippedMedia: skipped };
	if (item.role !== 'model') return [{ ...rest, parts: [...parts, ...told, ...words], ...reported }];
	const own = { ...rest, parts: [...parts, ...words], ...reported };
	if (told.length === 0) return [own];
	return own.parts.length === 0 && skipped.length === 0 ? [noticeItem(item, told)] : [noticeItem(item, told), own];
}

/** Nobody's words, so that the model does not take them for its own. */
function noticeItem(item: StructuredContextItem, parts: readonly TextPart[]): ResolvedContextItem {
	const { tag, identity, messageId } = item;
	return { role: 'user', tag, identity: `${identity}:media`, ...(messageId ? { messageId } : {}), parts };
}

function resolveDescriptors(media: readonly MediaDescriptor[], options: ResolveMediaOptions): Resolution {
	const { capabilities, imageAnalysisTool } = options;
	if (media.some((medium) => !medium.withinWindow)) {
		const isViewable = media.some((medium) => isSeen(medium, capabilities));
		return { parts: [], notices: [outOfWindowNotice(media, { isViewable })], skipped: [] };
	}
	const seen = media.filter((medium) => isSeen(medium, capabilities));
	const unseen = media.filter((medium) => !isSeen(medium, capabilities));
	const images = unseen.filter((medium) => medium.kind === 'image');
	const videos = unseen.filter((medium) => medium.kind === 'video');
	return {
		parts: seen.flatMap((medium) => mediaPart(medium) ?? []),
		notices: [
			...(images.length === 0 ? [] : [blindImageNotice(images, imageAnalysisTool)]),
			...(videos.length === 0 ? [] : [blindVideoNotice(videos)]),
		],
		skipped: seen
			.filter((medium) => mediaPart(medium) === null)
			.map(({ mediaId }) => ({ mediaId, reason: 'unknown-type' })),
	};
}

function isSeen({ kind }: MediaDescriptor, { seesImages, seesVideos }: ModelCapabilities): boolean {
	return kind === 'image' ? seesImages : seesVideos;
}

/** Null when nobody knows what the file is; providers refuse a whole request for one such part. */
function mediaPart({ kind, uri, mimeType, fallbackUri }: MediaDescriptor): MediaPart | null {
	if (mimeType === null) return null;
	return { type: kind, uri, mimeType, ...(fallbackUri === undefined ? {} : { fallbackUri }) };
}

function textPart(text: string): TextPart {
	return { type: 'text', text };
}
