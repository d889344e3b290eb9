/** Reads embeds and polls, within Discord's own limits. */
import type { Embed, Poll } from '#domain/message';
import { objectOf, objectsOf, type RawObject, textOf } from './raw-fields.ts';

/** Discord's own limits; what goes beyond is not read. */
const READ_EMBED_LIMITS = { embedsMax: 10, fieldsMax: 25, answersMax: 20 } as const;

/** Embeds that Discord makes of links in what somebody wrote. */
const PREVIEW_TYPES: ReadonlySet<unknown> = new Set(['link', 'article', 'image', 'video', 'gifv']);

/**
 * The embeds of a message. People cannot write any, so all of theirs are link previews, also those of kind `rich`; a bot
 * may have both.
 */
export function readEmbeds(value: unknown, byPerson: boolean): readonly Embed[] {
	return objectsOf(value)
		.slice(0, READ_EMBED_LIMITS.embedsMax)
		.map((raw) => readEmbed(raw, byPerson));
}

function readEmbed(raw: RawObject, byPerson: boolean): Embed {
	const image = objectOf(raw['image']);
	const thumbnail = objectOf(raw['thumbnail']);
	return {
		kind: byPerson || PREVIEW_TYPES.has(raw['type']) ? 'link-preview' : 'card',
		title: textOf(raw['title']),
		description: textOf(raw['description']),
		url: textOf(raw['url']),
		authorName: textOf(objectOf(raw['author'])?.['name']),
		providerName: textOf(objectOf(raw['provider'])?.['name']),
		footerText: textOf(objectOf(raw['footer'])?.['text']),
		fields: readFields(raw),
		imageUrl: textOf(image?.['url']),
		imageProxyUrl: textOf(image?.['proxy_url']),
		thumbnailUrl: textOf(thumbnail?.['url']),
		thumbnailProxyUrl: textOf(thumbnail?.['proxy_url']),
		videoUrl: textOf(objectOf(raw['video'])?.['url']),
	};
}

function readFields(raw: RawObject): Embed['fields'] {
	return objectsOf(raw['fields'])
		.slice(0, READ_EMBED_LIMITS.fieldsMax)
		.map((field) => ({ name: textOf(field['name']) ?? '', value: textOf(field['value']) ?? '' }));
}

/** A poll, or null when the message has none. */
export function readPoll(value: unknown): Poll | null {
	const raw = objectOf(value);
	if (!raw) return null;
	const answers = objectsOf(raw['answers']).slice(0, READ_EMBED_LIMITS.answersMax);
	return {
		question: textOf(objectOf(raw['question'])?.['text']) ?? '',
		answers: answers.flatMap((answer) => pollAnswer(objectOf(answer['poll_media'])) ?? []),
	};
}

/** An answer may be a picture of text alone. */
function pollAnswer(media: RawObject | null): string | null {
	return textOf(media?.['text']) ?? textOf(objectOf(media?.['emoji'])?.['name']);
}
