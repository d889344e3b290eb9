/** The stickers that people may send here. */
import { quoteInNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import { fittingNames } from '../name-list.ts';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** UTF-16 units of all lines, and of one description: Discord's own limit. */
const linesCharactersMax = 2_000;
const descriptionCharactersMax = 100;

/** One item, a line for each sticker; none where the server has none. */
export function serverStickers(facts: ContextFacts): readonly StructuredContextItem[] {
	const lines = facts.talk.room.stickers.map(({ name, description }) => {
		const told = quoteInNote(plainContent(description ?? '', facts), descriptionCharactersMax);
		return `- ${quoteInNote(name)}${told === '' ? '' : `: ${told}`}`;
	});
	const { text, leftOver } = fittingNames(lines, { separator: '\n', charactersMax: linesCharactersMax });
	if (text === '') return [];
	const more = leftOver === 0 ? '' : `\n- and ${leftOver} more`;
	return [
		{
			role: 'system',
			tag: 'KNOWLEDGE_SERVER_STICKERS',
			text: `Stickers of this server:\n${text}${more}`,
			identity: 'server-stickers',
		},
	];
}
