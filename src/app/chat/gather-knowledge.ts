/** What is stored for the persona to know. */
import type { Snowflake } from '#domain/ids';
import type { PersonFacts } from '#domain/person';
import type { Knowledge } from '#domain/turn-facts';
import type { ChatPorts } from './chat-ports.ts';
import type { TurnPlace } from './gather-place.ts';

/** Where the conversation takes place, and what is stored of the people in it. */
export interface KnowledgeQuery {
	readonly place: Pick<TurnPlace, 'workspace' | 'persona'>;
	readonly people: readonly PersonFacts[];
	readonly channelId: Snowflake;
}

/** Reads memories and lore side by side; which of them come up is decided later, from the same facts. */
export async function gatherKnowledge(query: KnowledgeQuery, ports: ChatPorts): Promise<Knowledge> {
	const { people, channelId } = query;
	const { workspace, persona } = query.place;
	const { lineageId } = persona;
	const serverId = workspace.id;
	const discordIds = people.map((person) => person.discordId);
	const nowMs = ports.clock.now();
	const [memories, lore] = await Promise.all([
		ports.stores.memories.findMemories({ serverId, lineageId, channelId, discordIds, nowMs }),
		ports.stores.lorebooks.listEntries(serverId, lineageId),
	]);
	return {
		serverMemories: memories.server,
		personalMemories: memories.personal,
		people,
		personalizationEnabled: true,
		channelNames: ports.channelNames(channelId),
		shortTerm: memories.shortTerm,
		lore,
		loreCharactersMax: ports.loreCharactersMax,
	};
}
