/** Where the persona is. */
import { quoteInNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** UTF-16 units of a server's description. */
const descriptionCharactersMax = 500;
/** Discord's own limit of a server's name. */
const nameCharactersMax = 100;

/** Always one item. */
export function serverInfo(facts: ContextFacts): readonly StructuredContextItem[] {
	const { persona, userName } = facts;
	const { kind, name, description } = facts.talk.room;
	const text =
		kind === 'direct'
			? `${persona.name} is talking with ${userName} in Discord's direct messages, where nobody else reads along.`
			: guildText(persona.name, name, plainContent(description ?? '', facts));
	return [{ role: 'system', tag: 'KNOWLEDGE_SERVER_INFO', text, identity: 'server-info' }];
}

function guildText(personaName: string, name: string, description: string): string {
	const called = quoteInNote(name, nameCharactersMax);
	const place = called === '' ? 'on a Discord server' : `on the Discord server "${called}"`;
	const told = quoteInNote(description, descriptionCharactersMax);
	return [`${personaName} is ${place}.`, ...(told === '' ? [] : [`The server says of itself: ${told}`])].join('\n');
}
