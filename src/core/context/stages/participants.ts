/** Who takes part in the conversation, and what they want to be known about themselves. */
import { quoteInNote, renderSystemNote } from '#core/text/system-note';
import type { ContextSender, StructuredContextItem } from '#domain/context-item';
import type { Snowflake } from '#domain/ids';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** Everybody who speaks as themselves in the history: id to label, in the order of appearance. */
export function participantsOf(history: ContextFacts['history']): ReadonlyMap<Snowflake, string> {
	return new Map(
		history.filter((entry) => entry.authorType === 'user').map((entry) => [entry.authorId, entry.authorName]),
	);
}

/** One block about everybody, and the plain memories behind it; nothing else of it reaches completion models. */
export function participants(facts: ContextFacts): readonly StructuredContextItem[] {
	const people = participantsOf(facts.history);
	if (people.size === 0) return [];
	const memories = facts.knowledge.personalMemories.flatMap((memory) => {
		const owner = people.get(memory.userDiscordId);
		return owner === undefined ? [] : [{ memory, text: plainContent(memory.content, facts, owner) }];
	});
	const lines = [...people].map(([userId, name]) => {
		const own = memories.filter(({ memory }) => memory.userDiscordId === userId);
		const known = own.map(({ memory, text }) => `\n  (id:${memory.id}) ${quoteInNote(text)}`);
		return `- ${name}${known.join('')}`;
	});
	return [
		{
			role: 'user',
			tag: 'KNOWLEDGE_USERS_IN_CONVERSATION',
			text: renderSystemNote(['People in this conversation:', ...lines].join('\n')),
			identity: 'participants',
			participants: [...people.values()].map((name): ContextSender => ({ name, type: 'user' })),
			completionEntries: memories.map(({ memory, text }) => ({
				identity: `memory:personal:${memory.id}`,
				text,
				recencyMs: memory.updatedAtMs,
			})),
		},
	];
}
