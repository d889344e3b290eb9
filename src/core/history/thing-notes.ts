/** Notes on what a message holds besides words and pictures, so that chat models know of it too (S036). */
import { convertMentions } from '#core/text/mentions';
import type { SystemNote } from '#domain/simplified-message';
import type { Addition, HistoryBuild, MessageReading } from './annotation.ts';
import type { BodyThing } from './body-parts.ts';
import { embedText } from './embed-text.ts';
import { mediaOf, NO_MEDIA } from './message-media.ts';

const DEEDS: Readonly<Partial<Record<BodyThing['kind'], string>>> = {
	sticker: 'sent',
	gif: 'sent',
	poll: 'started',
	file: 'sent',
};

/** The message's own pictures, videos and files; pictures of previews count for what people post, not for our own cards. */
export function annotateMedia({ message, author }: MessageReading, build: HistoryBuild): Addition | null {
	const isOwn = author.persona !== null || build.authors.isOurs(message);
	const media = mediaOf(isOwn ? { ...message, embeds: [] } : message, message.id);
	return media === NO_MEDIA ? null : { notes: [], media, source: null };
}

/** Stickers, GIFs, polls and files by name, and sound with what is known of it. */
export function annotateThings(reading: MessageReading, build: HistoryBuild): Addition | null {
	const { parts, author, transcript, message } = reading;
	const sound = [...message.attachments, ...message.componentMedia].filter((file) => file.kind === 'audio');
	if (parts.things.length === 0 && sound.length === 0) return null;
	const notes = parts.things.flatMap((thing): readonly string[] => {
		const deed = DEEDS[thing.kind];
		if (deed !== undefined) return [`${author.label} ${deed} ${thing.phrase}.`];
		return thing.kind === 'audio' ? [`${author.label} sent ${thing.phrase} that was not transcribed.`] : [];
	});
	if (transcript !== null && sound.length > 0) {
		notes.push(`${author.label} spoke this as a voice message; the words are its transcript.`);
	}
	return notes.length === 0 ? null : addition(notes, build);
}

/** What links lead to, and cards. Of what the persona says itself only cards are told. */
export function annotateEmbeds({ message, author, parts }: MessageReading, build: HistoryBuild): Addition | null {
	if (message.embeds.length === 0) return null;
	const isOurs = build.authors.isOurs(message);
	const hidesPreviews =
		isOurs ||
		author.persona !== null ||
		message.author.kind === 'bot' ||
		parts.things.some(({ kind }) => kind === 'gif');
	const notes = message.embeds.flatMap((embed): readonly string[] => {
		const text = embedText(embed);
		if (text === '') return [];
		if (embed.kind === 'link-preview') return hidesPreviews ? [] : [`Link preview embed content: ${text}`];
		return [isOurs ? `The bot showed a card: ${text}` : `Embed content: ${text}`];
	});
	return notes.length === 0 ? null : addition(notes, build);
}

function addition(notes: readonly string[], build: HistoryBuild): Addition {
	return {
		notes: notes.map((text): SystemNote => ({ text: convertMentions(text, build.naming), place: 'after' })),
		media: NO_MEDIA,
		source: null,
	};
}
