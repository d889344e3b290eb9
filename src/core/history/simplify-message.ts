/** One message as one entry: first what was said, then the notes on it. */
import { convertMentions } from '#core/text/mentions';
import type { ChatMessage } from '#domain/message';
import type { RemoteMediaSourceKind, SimplifiedMessageForContext, SystemNote } from '#domain/simplified-message';
import type { Addition, Annotation, HistoryBuild, MessageReading } from './annotation.ts';
import { listOf, partsOf } from './body-parts.ts';
import { completionContent } from './completion-content.ts';
import { buildForwardContext } from './forward-block.ts';
import { joinMedia, NO_MEDIA } from './message-media.ts';
import { annotateReactions } from './reactions.ts';
import { annotateReply } from './reply-annotation.ts';
import { systemEmbedAuthorId, systemEntry } from './system-entry.ts';
import { annotateEmbeds, annotateMedia, annotateThings } from './thing-notes.ts';

/** Every annotation, in the order in which their notes stand. */
export const ANNOTATIONS: readonly Annotation[] = [
	annotateReply,
	annotateMedia,
	buildForwardContext,
	annotateThings,
	annotateEmbeds,
	annotateReactions,
];

/**
 * The entry of a message that is neither a notice nor an event, or null when there is nothing to see in it. The projection
 * is made before any annotation and no annotation can reach it (seed: history simplification).
 */
export function simplifyMessage(
	message: ChatMessage,
	build: HistoryBuild,
	annotations: readonly Annotation[] = ANNOTATIONS,
): SimplifiedMessageForContext | null {
	const transcript = build.facts.transcripts.get(message.id) ?? message.transcript;
	const author = build.authors.resolve(message);
	// A forward's transcript is of what was forwarded, not of what its wrapper says.
	const parts = partsOf(message, message.forward === null ? transcript : null);
	const reading: MessageReading = { message, author, parts, transcript };
	const projection = completionContent(message, parts, transcript);
	if (projection === null) return null;
	if (isOwnCard(reading, build)) {
		const text = convertMentions(`The bot showed ${listOf(parts.things)}`, build.naming);
		return systemEntry(message, { authorId: systemEmbedAuthorId, text });
	}
	const completion = convertMentions(projection, build.naming);
	const said = contentOf(reading);
	const additions = annotations.flatMap((annotate) => annotate(reading, build) ?? []);
	const media = additions.reduce((all, addition) => joinMedia(all, addition.media), NO_MEDIA);
	return {
		id: message.id,
		authorId: author.id,
		authorName: author.label,
		authorType: author.persona === null ? 'user' : 'persona',
		personaName: author.persona?.name ?? null,
		authorPersonaId: author.persona?.id ?? null,
		authorPersonaLineageId: author.persona?.lineageId ?? null,
		content: said === null ? null : said === projection ? completion : convertMentions(said, build.naming),
		systemNotes: notesOf(additions),
		completionContent: completion,
		createdAtMs: message.createdAtMs,
		imageAttachments: media.images,
		videoAttachments: media.videos,
		documentAttachments: media.documents,
		remoteMediaSourceKind: sourceOf(additions),
		combined: null,
	};
}

/** The words as they were written; a link to a GIF stays a link for those who read links. */
function contentOf({ message, parts }: MessageReading): string | null {
	if (parts.words !== '') return parts.words;
	return parts.things.some((thing) => thing.kind === 'gif') ? message.content.trim() : null;
}

/** A card of ours without a mark and without words: old, or made by something we no longer know. */
function isOwnCard({ message, parts }: MessageReading, build: HistoryBuild): boolean {
	return (
		parts.words === '' &&
		parts.things.length > 0 &&
		parts.things.every((thing) => thing.kind === 'embed') &&
		build.authors.isOurs(message)
	);
}

function notesOf(additions: readonly Addition[]): readonly SystemNote[] {
	const notes = additions.flatMap((addition) => addition.notes);
	return notes.length < 2
		? notes
		: [...notes.filter((note) => note.place === 'before'), ...notes.filter((note) => note.place === 'after')];
}

/** Forwarded media has its own wording, so it decides (ruling H5). */
function sourceOf(additions: readonly Addition[]): RemoteMediaSourceKind | null {
	const sources = additions.map((addition) => addition.source);
	if (sources.includes('forwarded')) return 'forwarded';
	return sources.includes('reply') ? 'reply' : null;
}
