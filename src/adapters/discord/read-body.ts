/** Reads what people can see of a message, of a replied-to one, and of a forward's snapshot alike. */
import type { Embed, MessageBody } from '#domain/message';
import { numberOf, type RawObject, textOf } from './raw-fields.ts';
import { readAttachments, readStickers } from './read-attachments.ts';
import { readComponents } from './read-components.ts';
import { readEmbeds, readPoll } from './read-embeds.ts';
import { type NameContext, readNames } from './read-names.ts';

/** Discord allows 4,000 characters; nothing longer is believed to be one. */
export const contentCharactersMax = 20_000;

/** The body; missing or odd parts become empty ones. `byPerson` decides what its embeds are. */
export function readBody(raw: RawObject, byPerson: boolean, context: NameContext): MessageBody {
	const components = readComponents(raw['components']);
	const content = (textOf(raw['content']) ?? '').slice(0, contentCharactersMax);
	const embeds = readEmbeds(raw['embeds'], byPerson);
	return {
		...readNames(raw, [content, ...components.texts, ...embeds.flatMap(textsIn)], context),
		content,
		attachments: readAttachments(raw['attachments'], numberOf(raw['flags']) ?? 0),
		stickers: readStickers(raw['sticker_items'] ?? raw['stickers']),
		embeds,
		componentTexts: components.texts,
		componentMedia: components.media,
		poll: readPoll(raw['poll']),
	};
}

function textsIn(embed: Embed): readonly string[] {
	return [embed.title ?? '', embed.description ?? '', ...embed.fields.flatMap(({ name, value }) => [name, value])];
}

/** Whether a body shows nothing: Discord stores no such message, so an empty snapshot is one of a forward of a forward. */
export function isEmptyBody(body: MessageBody): boolean {
	return (
		body.content === '' &&
		body.poll === null &&
		[body.attachments, body.stickers, body.embeds, body.componentTexts, body.componentMedia].every(
			(part) => part.length === 0,
		)
	);
}
