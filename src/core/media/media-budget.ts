/** Which media of a prompt are worth loading, and which of the loaded ones it has room for. */
import type { StructuredContextItem } from '#domain/context-item';
import type { LoadedMedia, MediaOutcome, MediaOutcomes } from '#domain/loaded-media';
import type { MediaDescriptor, ModelCapabilities } from '#domain/media-descriptor';
import { err } from '#lib/result';
import { isSeen } from './is-seen.ts';

/** Files that one prompt loads at most; the newest come first. */
export const mediaPerPromptMax = 10;

/** Bytes of all files of one prompt; as text in a request they take a third more. */
export const promptMediaBytesMax = 12_000_000;

/**
 * What the model of an attempt would see and somebody has to fetch: each address once, the newest first, and nothing of
 * an item of which something is outside the window. Videos of YouTube are shown by their address.
 */
export function mediaToLoad(
	items: readonly StructuredContextItem[],
	capabilities: ModelCapabilities,
): readonly MediaDescriptor[] {
	const found = new Map<string, MediaDescriptor>();
	for (const { mediaDescriptors = [] } of items.toReversed()) {
		if (mediaDescriptors.some(({ withinWindow }) => !withinWindow)) continue;
		for (const medium of mediaDescriptors) {
			if (isSeen(medium, capabilities) && medium.isYouTubeLink !== true && !found.has(medium.uri)) {
				found.set(medium.uri, medium);
			}
		}
	}
	return [...found.values()];
}

/** What a prompt has room for. */
export interface MediaRoom {
	readonly tokensMax: number;
	readonly bytesMax: number;
	/** What one file costs, in tokens. */
	tokensOf(media: LoadedMedia): number;
}

/** The outcomes in which everything that has no room is refused with `no-room`; the newest are served first. */
export function withinRoom(
	items: readonly StructuredContextItem[],
	outcomes: MediaOutcomes,
	room: MediaRoom,
): MediaOutcomes {
	let { tokensMax: tokens, bytesMax: bytes } = room;
	const kept = new Map<string, MediaOutcome>();
	for (const { mediaDescriptors = [] } of items.toReversed()) {
		for (const { uri } of mediaDescriptors) {
			const outcome = outcomes.get(uri);
			if (outcome === undefined || kept.has(uri)) continue;
			if (outcome.ok) {
				const cost = room.tokensOf(outcome.value);
				const fits = cost <= tokens && outcome.value.sizeBytes <= bytes;
				kept.set(uri, fits ? outcome : err('no-room'));
				if (!fits) continue;
				tokens -= cost;
				bytes -= outcome.value.sizeBytes;
			} else {
				kept.set(uri, outcome);
			}
		}
	}
	return kept;
}
