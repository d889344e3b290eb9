/** Entries of a history with media, in the fewest words and by chance. */
import fc from 'fast-check';
import { type EntryMedia, type MediaPlanOptions, planMedia } from '#core/context/dialogue-history/media-budget';
import { MessageIdMap } from '#core/context/message-id-map';
import type { ImageAttachment, VideoAttachment } from '#domain/media';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';

/** A PNG picture of this name, owned by the given message. */
export function image(name: string, change: Partial<ImageAttachment> = {}): ImageAttachment {
	return {
		url: `https://files.example/${name}`,
		proxyUrl: `https://proxy.example/${name}`,
		mimeType: 'image/png',
		fileName: name,
		sourceMessageId: '1',
		...change,
	};
}

/** A video of this name. */
export function video(name: string, change: Partial<VideoAttachment> = {}): VideoAttachment {
	return { ...image(name), mimeType: 'video/mp4', isYouTubeLink: false, ...change };
}

/** What Ellen said in message 1, with the given differences. */
export function mediaEntry(change: Partial<SimplifiedMessageForContext> = {}): SimplifiedMessageForContext {
	return {
		id: '1',
		authorId: '2',
		authorName: 'Ellen',
		authorType: 'user',
		personaName: null,
		authorPersonaId: null,
		authorPersonaLineageId: null,
		content: 'look',
		systemNotes: [],
		completionContent: 'look',
		createdAtMs: null,
		imageAttachments: [],
		videoAttachments: [],
		documentAttachments: [],
		remoteMediaSourceKind: null,
		combined: null,
		...change,
	};
}

/** An entry whose media are its own. */
export function withOwnMedia(
	id: string,
	images: readonly ImageAttachment[],
	videos: readonly VideoAttachment[] = [],
): SimplifiedMessageForContext {
	return mediaEntry({
		id,
		imageAttachments: images.map((own) => ({ ...own, sourceMessageId: id })),
		videoAttachments: videos.map((own) => ({ ...own, sourceMessageId: id })),
	});
}

/** The plan under a wide window of 10 of 80 entries and a limit of 3 messages, with the given differences. */
export function planOf(
	history: readonly SimplifiedMessageForContext[],
	policy: Partial<MediaPlanOptions['policy']> = {},
	change: Partial<MediaPlanOptions> = {},
): readonly EntryMedia[] {
	return planMedia(history, {
		policy: { windowEntries: 10, fetchLimit: 80, imageMessagesMax: 3, ...policy },
		messageIds: new MessageIdMap(),
		labelOf: (entry) => entry.authorName,
		...change,
	});
}

/** Names from a small stock, so that pictures come up again. */
const names = fc.constantFrom('a.png', 'b.png', 'c.png', 'd.gif', 'e$&{0}.png');
const ownerIds = fc.constantFrom('own', '500', '501');
const images = fc.record({
	name: names,
	owner: ownerIds,
	mark: fc.constantFrom({}, {}, {}, { isSticker: true } as const, { isEmoji: true } as const),
	mimeType: fc.constantFrom('image/png', 'image/gif', null),
});
const videos = fc.record({ name: names, owner: ownerIds, isYouTubeLink: fc.boolean() });

/** A history of up to 30 entries, most of them with something to look at. */
export const anyMediaHistory: fc.Arbitrary<readonly SimplifiedMessageForContext[]> = fc
	.array(
		fc.record({
			images: fc.array(images, { maxLength: 4 }),
			videos: fc.array(videos, { maxLength: 2 }),
			content: fc.constantFrom('look', null),
			source: fc.constantFrom(null, null, 'reply' as const, 'forwarded' as const),
			authorName: fc.constantFrom('Ellen', 'Bo', 'Tomori'),
		}),
		{ maxLength: 30 },
	)
	.map((entries) =>
		entries.map(({ source, ...made }, index) => {
			const id = String(1_000 + index);
			const ownerOf = (owner: string) => (owner === 'own' || source !== 'reply' ? id : owner);
			return mediaEntry({
				id,
				authorName: made.authorName,
				content: made.content,
				remoteMediaSourceKind: made.images.length + made.videos.length === 0 ? null : source,
				imageAttachments: made.images.map(({ name, owner, mark, mimeType }) =>
					image(name, { ...mark, mimeType, sourceMessageId: ownerOf(owner) }),
				),
				videoAttachments: made.videos.map(({ name, owner, isYouTubeLink }) =>
					video(name, { isYouTubeLink, sourceMessageId: ownerOf(owner) }),
				),
			});
		}),
	);

/** Policies of every kind: no window, one larger than the history, no pictures. */
export const anyPolicy: fc.Arbitrary<MediaPlanOptions['policy']> = fc.record({
	windowEntries: fc.integer({ min: 0, max: 40 }),
	fetchLimit: fc.integer({ min: 1, max: 40 }),
	imageMessagesMax: fc.integer({ min: 0, max: 5 }),
});
