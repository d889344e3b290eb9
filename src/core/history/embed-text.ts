/** Embeds in words. */
import { quoteInNote } from '#core/text/system-note';
import type { Embed } from '#domain/message';

const descriptionCharactersMax = 500;
const pieceCharactersMax = 250;

/** `author - title - description - field: value` on one line; `''` for an embed without words. */
export function embedText(embed: Embed): string {
	const pieces = [
		quoteInNote(embed.authorName ?? '', pieceCharactersMax),
		quoteInNote(embed.title ?? '', pieceCharactersMax),
		quoteInNote(embed.description ?? '', descriptionCharactersMax),
		...embed.fields.map((field) =>
			[quoteInNote(field.name, pieceCharactersMax), quoteInNote(field.value, pieceCharactersMax)]
				.filter((piece) => piece !== '')
				.join(': '),
		),
	];
	return pieces.filter((piece) => piece !== '').join(' - ');
}
