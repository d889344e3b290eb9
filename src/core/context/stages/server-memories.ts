/** What the persona knows about the server. */
import { quoteInNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** Discord's own limit of a server's name. */
const nameCharactersMax = 100;

/** One block, with ids and tags for models that can edit it, and the plain contents behind it. */
export function serverMemories(facts: ContextFacts): readonly StructuredContextItem[] {
	const { serverMemories: memories } = facts.knowledge;
	if (memories.length === 0 || facts.talk.impersonatedUserId !== null) return [];
	const entries = memories.map((memory) => ({ memory, text: plainContent(memory.content, facts) }));
	const lines = entries.map(({ memory, text }) => {
		const { channels, keywords } = memory.gates;
		const tags = [...channels.map((name) => `#${name.replace(/^#/, '')}`), ...keywords];
		return `[id:${memory.id}] ${text}${tags.length > 0 ? ` (tags: ${tags.join(', ')})` : ''}`;
	});
	return [
		{
			role: 'system',
			tag: 'KNOWLEDGE_SERVER_MEMORIES',
			text: [`What ${facts.persona.name} remembers about ${placeOf(facts)}:`, ...lines].join('\n'),
			identity: 'server-memories',
			completionEntries: entries.map(({ memory, text }) => ({
				identity: `memory:server:${memory.id}`,
				text,
				recencyMs: memory.updatedAtMs,
			})),
		},
	];
}

/** A server by its name; direct messages have memories of their own. */
function placeOf({ talk }: ContextFacts): string {
	const { kind, name } = talk.room;
	if (kind === 'direct') return 'these direct messages';
	const called = quoteInNote(name, nameCharactersMax);
	return called === '' ? 'this server' : `the server "${called}"`;
}
