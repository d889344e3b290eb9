/** Decides which media of the history a prompt may show, whatever the model can see (seed: context budget). */
import { countOf } from '#core/text/system-note';
import type { MediaDescriptor } from '#domain/media-descriptor';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { MessageIdMap } from '../message-id-map.ts';
import type { MediaPolicy } from '../talk-facts.ts';
import { attributionHint, mediaFallback } from './attribution-hint.ts';
import { describeMedium, type EntryMedium, isCountedImage, mediaOfEntry } from './media-descriptors.ts';
import { effectiveMediaWindow, extendByOf, type MediaWindow } from './media-window.ts';

/** A picture that is inside the window and yet not shown. */
export interface MediaDrop {
	/** Such as `image:<entry id>:0`, by its place among the entry's media. */
	readonly identity: string;
	readonly reason: 'image-limit' | 'duplicate-image';
}

/** What one entry shows and what is said of it; all texts are without brackets. */
export interface EntryMedia {
	readonly descriptors: readonly MediaDescriptor[];
	/** Whose media it is, inside the window; it names handles and says nothing of what can be seen. */
	readonly hint: string | null;
	/** That pictures are left out because too many messages have some. */
	readonly budgetNote: string | null;
	/** What stands for an entry of nothing but media that has no hint. */
	readonly fallback: string | null;
	readonly drops: readonly MediaDrop[];
}

/** What the plan follows, each part replaceable. */
export interface MediaRules {
	readonly effectiveMediaWindow: typeof effectiveMediaWindow;
	readonly imageMessageIndexes: typeof imageMessageIndexes;
	/** Which media an entry has at all: the place for another kind. */
	readonly mediaOfEntry: typeof mediaOfEntry;
	readonly describeMedium: typeof describeMedium;
	readonly attributionHint: typeof attributionHint;
}

/** What the plan is made from. */
export interface MediaPlanOptions {
	readonly policy: MediaPolicy;
	/** Takes up every handle that the model may name. */
	readonly messageIds: Pick<MessageIdMap, 'register'>;
	/** What the entry's author is called in hints. */
	labelOf(entry: SimplifiedMessageForContext): string;
	/** Parts of the rules to put in place of our own. */
	readonly rules?: Partial<MediaRules>;
}

/** The rules of the specification. */
export const MEDIA_RULES: MediaRules = {
	effectiveMediaWindow,
	imageMessageIndexes,
	mediaOfEntry,
	describeMedium,
	attributionHint,
};

const NO_MEDIA: EntryMedia = { descriptors: [], hint: null, budgetNote: null, fallback: null, drops: [] };

/** One plan an entry, in the same order. Linear in the number of media. */
export function planMedia(
	history: readonly SimplifiedMessageForContext[],
	options: MediaPlanOptions,
): readonly EntryMedia[] {
	const rules = { ...MEDIA_RULES, ...options.rules };
	const window = rules.effectiveMediaWindow(options.policy, history.length);
	const chosen = rules.imageMessageIndexes(history, window, options.policy.imageMessagesMax);
	const media = history.map((entry) => rules.mediaOfEntry(entry, options.messageIds));
	const last = lastShowings(media, { window, chosen });
	return history.map((entry, index) => {
		const own = media[index] ?? [];
		if (own.length === 0) return NO_MEDIA;
		const extendBy = extendByOf(index, window);
		const naming = { entry, name: options.labelOf(entry) };
		if (extendBy === null) return planInside(own, { ...naming, rules, last, isChosen: chosen.has(index) });
		return {
			...NO_MEDIA,
			descriptors: own.map((medium) => rules.describeMedium(medium, extendBy)),
			fallback: entry.content === null ? mediaFallback(own, entry, naming.name) : null,
		};
	});
}

/**
 * The newest entries inside the window that hold counted pictures, at most `imageMessagesMax` of them
 * (`MEDIA_IMAGE_MESSAGE_LIMIT`); 0 shows none.
 */
export function imageMessageIndexes(
	history: readonly SimplifiedMessageForContext[],
	{ cutoff }: MediaWindow,
	imageMessagesMax: number,
): ReadonlySet<number> {
	const indexes = new Set<number>();
	for (let index = history.length - 1; index >= Math.max(0, cutoff) && indexes.size < imageMessagesMax; index -= 1) {
		if (history[index]?.imageAttachments.some(isCountedImage)) indexes.add(index);
	}
	return indexes;
}

interface Inside {
	readonly entry: SimplifiedMessageForContext;
	readonly name: string;
	readonly rules: MediaRules;
	/** For each picture where it is shown. */
	readonly last: ReadonlyMap<string, EntryMedium>;
	readonly isChosen: boolean;
}

function planInside(media: readonly EntryMedium[], { entry, name, rules, last, isChosen }: Inside): EntryMedia {
	const drops = media.flatMap((medium, place): readonly MediaDrop[] => {
		const reason = dropReason(medium, last, isChosen);
		return reason === null ? [] : [{ identity: `image:${entry.id}:${place}`, reason }];
	});
	const shown = media.filter((medium) => dropReason(medium, last, isChosen) === null);
	const omitted = drops.filter((drop) => drop.reason === 'image-limit').length;
	return {
		descriptors: shown.map((medium) => rules.describeMedium(medium, null)),
		hint: rules.attributionHint(media, entry, name),
		budgetNote: omitted === 0 ? null : imageLimitNote(omitted),
		fallback: null,
		drops,
	};
}

function dropReason(
	medium: EntryMedium,
	last: ReadonlyMap<string, EntryMedium>,
	isChosen: boolean,
): MediaDrop['reason'] | null {
	if (medium.kind !== 'image') return null;
	if (medium.isCounted && !isChosen) return 'image-limit';
	return last.get(pictureKey(medium)) === medium ? null : 'duplicate-image';
}

function imageLimitNote(omitted: number): string {
	const them = omitted === 1 ? 'it' : 'them';
	return `${countOf(omitted, 'image')} omitted due to rendered-image limit; do not claim to see ${them}`;
}

/** Where each picture that may be shown is shown: its last place inside the window. */
function lastShowings(
	media: readonly (readonly EntryMedium[])[],
	{ window, chosen }: { readonly window: MediaWindow; readonly chosen: ReadonlySet<number> },
): ReadonlyMap<string, EntryMedium> {
	const last = new Map<string, EntryMedium>();
	for (const [index, entryMedia] of media.entries()) {
		if (index < window.cutoff) continue;
		for (const medium of entryMedia) {
			const isShown = medium.kind === 'image' && (!medium.isCounted || chosen.has(index));
			if (isShown) last.set(pictureKey(medium), medium);
		}
	}
	return last;
}

const DISCORD_FILE = /^https:\/\/(?:cdn\.discordapp\.com|media\.discordapp\.net)\/[^?#]*/;

/** Discord signs the address of a file anew now and then, so only the path tells its files apart. */
function pictureKey({ attachment: { proxyUrl } }: EntryMedium): string {
	return DISCORD_FILE.exec(proxyUrl)?.[0] ?? proxyUrl;
}
