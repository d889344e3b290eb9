/** The custom emoji that the persona may use. */
import type { StructuredContextItem } from '#domain/context-item';
import { fittingNames } from '../name-list.ts';
import type { ContextFacts } from '../stage.ts';

/** UTF-16 units of all names. */
const namesCharactersMax = 2_000;

/** One item with every name as it is written in a message; none where the server has no emoji. */
export function serverEmojis({ talk }: ContextFacts): readonly StructuredContextItem[] {
	const written = talk.room.emojis.map(({ name }) => `:${name}:`);
	const { text, leftOver } = fittingNames(written, { separator: ' ', charactersMax: namesCharactersMax });
	if (text === '') return [];
	const names = leftOver === 0 ? text : `${text} and ${leftOver} more`;
	return [
		{
			role: 'system',
			tag: 'KNOWLEDGE_SERVER_EMOJIS',
			text: `Emoji of this server, written in a message as here:\n${names}`,
			identity: 'server-emojis',
		},
	];
}
