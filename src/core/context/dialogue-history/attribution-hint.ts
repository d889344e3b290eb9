/** Says whose media an entry shows, by which handles (seed: media attribution hint). */
import { countOf } from '#core/text/system-note';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { EntryMedium } from './media-descriptors.ts';

/** Whose media it is, from where the reader of the entry stands. */
type MediaOrigin = 'own' | 'forwarded' | 'reply';

const ORIGINS: readonly MediaOrigin[] = ['own', 'forwarded', 'reply'];

/**
 * The hint without brackets: one sentence for each origin, so that a reply's own picture is never said to be the answered
 * message's. Where the media came from is asked before whose message it is (ruling H5). `media` is not empty.
 */
export function attributionHint(
	media: readonly EntryMedium[],
	entry: SimplifiedMessageForContext,
	name: string,
): string {
	const sentences = ORIGINS.flatMap((origin) => {
		const group = media.filter((medium) => originOf(medium, entry) === origin);
		return group.length === 0 ? [] : [sentenceOf(group, phraseOf(origin, name))];
	});
	return sentences.join('. ');
}

/** What stands for an entry of nothing but media that got no hint, without brackets. `media` is not empty. */
export function mediaFallback(media: readonly EntryMedium[], entry: SimplifiedMessageForContext, name: string): string {
	const things = thingsOf(media);
	if (entry.remoteMediaSourceKind === 'forwarded') return `${name} forwarded ${things}`;
	const isCopied = media.every((medium) => originOf(medium, entry) === 'reply');
	return isCopied ? `${name} replied to a message with ${things}` : `${name} sent ${things}`;
}

/** A merged entry speaks for all of its messages. */
function originOf({ attachment }: EntryMedium, entry: SimplifiedMessageForContext): MediaOrigin {
	const { remoteMediaSourceKind, combined, id } = entry;
	if (remoteMediaSourceKind !== 'reply') return remoteMediaSourceKind ?? 'own';
	const owner = attachment.sourceMessageId;
	return owner === id || combined?.some((part) => part.id === owner) ? 'own' : 'reply';
}

function phraseOf(origin: MediaOrigin, name: string): string {
	if (origin === 'own') return `sent by ${name}`;
	return origin === 'forwarded'
		? 'attached to the forwarded message described above'
		: 'included in the message being replied to';
}

function sentenceOf(group: readonly EntryMedium[], phrase: string): string {
	const ids = [...new Set(group.map((medium) => medium.mediaId))];
	const handles = `(Media ID${ids.length === 1 ? '' : 's'}: ${ids.join(', ')})`;
	return group.length === 1
		? `This ${nounOf(group)} ${handles} was ${phrase}`
		: `These ${nounOf(group)}s ${handles} were ${phrase}`;
}

function nounOf(group: readonly EntryMedium[]): string {
	if (group.every((medium) => medium.kind === 'image')) return 'image';
	return group.every((medium) => medium.kind === 'video') ? 'video' : 'media file';
}

function thingsOf(media: readonly EntryMedium[]): string {
	if (media.length > 1) return `these ${countOf(media.length, nounOf(media))}`;
	return media[0]?.attachment.mimeType === 'image/gif' ? 'this GIF' : `this ${nounOf(media)}`;
}
