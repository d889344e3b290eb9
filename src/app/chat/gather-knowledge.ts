/** What is stored for the persona to know. */
import type { Snowflake } from '#domain/ids';
import type { PlacedShortTerm, ShortTermRecord } from '#domain/memory';
import type { PersonFacts } from '#domain/person';
import type { Knowledge } from '#domain/turn-facts';
import type { ChatPorts } from './chat-ports.ts';
import type { TurnPlace } from './gather-place.ts';

/** Where the conversation takes place, and what is stored of the people in it. */
export interface KnowledgeQuery {
	readonly place: Pick<TurnPlace, 'workspace' | 'persona' | 'settings'>;
	readonly people: readonly PersonFacts[];
	readonly channelId: Snowflake;
}

/** Reads memories and lore side by side; which of them come up is decided later, from the same facts. */
export async function gatherKnowledge(query: KnowledgeQuery, ports: ChatPorts): Promise<Knowledge> {
	const { people, channelId } = query;
	const { workspace, persona, settings } = query.place;
	const { lineageId } = persona;
	const serverId = workspace.id;
	const discordIds = people.map((person) => person.discordId);
	const [memories, lore, shortTerm, conditioning] = await Promise.all([
		ports.stores.memories.findMemories({ serverId, lineageId, discordIds }),
		ports.stores.lorebooks.listEntries(serverId, lineageId),
		ports.stores.shortTerm.findShortTerm({ serverId, lineageId, channelId }, ports.clock.now()),
		settings.conditioningEnabled ? ports.stores.conditioning.findConditioning({ serverId, lineageId }) : null,
	]);
	return {
		serverMemories: memories.server,
		personalMemories: memories.personal,
		people,
		personalizationEnabled: settings.personalMemoriesEnabled,
		channelNames: ports.channelNames(channelId),
		shortTerm: { ...shortTerm, records: placed(shortTerm.records, channelId, ports) },
		conditioning,
		lore,
		loreCharactersMax: ports.loreCharactersMax,
	};
}

/** A channel that has become private since is left out; one without a known name may be gone, and is left out too. */
function placed(
	records: readonly ShortTermRecord[],
	channelId: Snowflake,
	ports: Pick<ChatPorts, 'channelNames' | 'isPrivateChannel'>,
): readonly PlacedShortTerm[] {
	return records.flatMap((record): readonly PlacedShortTerm[] => {
		if (record.channelId === channelId) return [{ ...record, channelName: null }];
		const channelName = ports.channelNames(record.channelId)[1];
		return channelName === undefined || ports.isPrivateChannel(record.channelId) ? [] : [{ ...record, channelName }];
	});
}
