/** Turns capability-neutral media into what one model gets of it (seed: `resolveMediaForModel`). */
import { renderSystemNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import type { MediaOutcomes, MediaRefusal } from '#domain/loaded-media';
import type { MediaDescriptor, ModelCapabilities } from '#domain/media-descriptor';
import type { MediaPart, ResolvedContextItem, SkippedMedia, TextPart } from '#domain/resolved-context';
import { isSeen } from './is-seen.ts';
import { blindImageNotice, blindVideoNotice, outOfWindowNotice, unshownNotice } from './media-notices.ts';

/** The model of one attempt. */
export interface ResolveMediaOptions {
	readonly capabilities: ModelCapabilities;
	/** The name of the tool that looks at pictures for a model, in notices; null where it cannot be called. */
	readonly imageAnalysisTool: string | null;
	/** What loading gave; absent for models that are sent addresses and no bytes. */
	readonly loaded?: MediaOutcomes;
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
	const unseen = media.filter((medium) => !isSeen(medium, capabilities));
	const images = unseen.filter((medium) => medium.kind === 'image');
	const videos = unseen.filter((medium) => medium.kind === 'video');
	const shown = media
		.filter((medium) => isSeen(medium, capabilities))
		.map((medium) => ({ medium, part: mediaPart(medium, options.loaded) }));
	const skipped = shown.flatMap(({ medium, part }) => (typeof part === 'string' ? [{ medium, reason: part }] : []));
	return {
		parts: shown.flatMap(({ part }) => (typeof part === 'string' ? [] : [part])),
		notices: [
			...(images.length === 0 ? [] : [blindImageNotice(images, imageAnalysisTool)]),
			...(videos.length === 0 ? [] : [blindVideoNotice(videos)]),
			...unshownNotices(skipped),
		],
		skipped: skipped.map(({ medium, reason }) => ({ mediaId: medium.mediaId, reason })),
	};
}

interface Skipped {
	readonly medium: MediaDescriptor;
	readonly reason: SkippedMedia['reason'];
}

/** One notice for each reason. A file that was not even asked for is in the log alone. */
function unshownNotices(skipped: readonly Skipped[]): readonly string[] {
	const byReason = Map.groupBy(skipped, ({ reason }) => reason);
	return [...byReason].flatMap(([reason, all]) =>
		reason === 'unknown-type'
			? []
			: [
					unshownNotice(
						all.map(({ medium }) => medium),
						reason,
					),
				],
	);
}

/** The part, or why there is none. What was loaded is what its bytes are, whether or not anybody named its type. */
function mediaPart(medium: MediaDescriptor, loaded: MediaOutcomes | undefined): MediaPart | SkippedMedia['reason'] {
	const { kind, uri, mimeType, fallbackUri, isYouTubeLink } = medium;
	const part = { type: kind, uri, ...(fallbackUri === undefined ? {} : { fallbackUri }) };
	if (loaded === undefined || isYouTubeLink === true) return mimeType === null ? 'unknown-type' : { ...part, mimeType };
	// What nobody loaded was beyond what one prompt loads.
	const outcome = loaded.get(uri);
	if (outcome === undefined) return 'no-room' satisfies MediaRefusal;
	return outcome.ok ? { ...part, mimeType: outcome.value.mimeType, data: outcome.value } : outcome.error;
}

function textPart(text: string): TextPart {
	return { type: 'text', text };
}
