/** Which memories come up in a turn. */
import { containsPhrase, searchable } from '#core/text/find-phrase';
import type { LineageId, Snowflake } from '#domain/ids';
import type { MemoryGates, PersonalMemory, ServerMemory } from '#domain/memory';
import type { Knowledge } from '#domain/turn-facts';

/** Who answers whom, and about what. */
export interface MemoryQuery {
	readonly knowledge: Pick<
		Knowledge,
		'serverMemories' | 'personalMemories' | 'people' | 'personalizationEnabled' | 'channelNames'
	>;
	/** Of the persona that answers. */
	readonly lineageId: LineageId;
	/** Discord ids of those who speak in the conversation. */
	readonly participants: ReadonlySet<Snowflake>;
	/** What was said lately. */
	readonly corpus: string;
}

/** What may be remembered, in the order given. */
export interface SelectedMemories {
	readonly server: readonly ServerMemory[];
	readonly personal: readonly PersonalMemory[];
}

/** The newest units in which keywords are looked for. */
export const corpusUnitsMax = 100_000;

/** A channel's name or id without its mark. */
function channelKey(name: string): string {
	return searchable(name, false).replace(/^#/, '');
}

/** Both gates have to be open; keywords match whole words in any case. */
function gateKeeper(channelNames: readonly string[], corpus: string): (gates: MemoryGates) => boolean {
	const here = new Set(channelNames.map(channelKey));
	const said = searchable(corpus.slice(-corpusUnitsMax), false);
	return ({ channels, keywords }) =>
		(channels.length === 0 || channels.some((name) => here.has(channelKey(name)))) &&
		(keywords.length === 0 || keywords.some((word) => containsPhrase(said, searchable(word, false), true)));
}

/**
 * Server memories of the persona's lineage, and personal memories of those who speak: of its lineage or of none, while
 * the server wants them, the person shares them (privacy level 0) and is not blacklisted here. Gates come last.
 */
export function selectMemories(query: MemoryQuery): SelectedMemories {
	const { knowledge, lineageId, participants } = query;
	const isOpen = gateKeeper(knowledge.channelNames, query.corpus);
	const closed = new Set(
		knowledge.people
			.filter((person) => person.privacyLevel !== 0 || !person.mayBePersonal)
			.map((person) => person.discordId),
	);
	const isShared = (memory: PersonalMemory): boolean =>
		participants.has(memory.userDiscordId) && !closed.has(memory.userDiscordId);
	return {
		server: knowledge.serverMemories.filter((memory) => memory.lineageId === lineageId && isOpen(memory.gates)),
		personal: knowledge.personalizationEnabled
			? knowledge.personalMemories.filter(
					(memory) =>
						isShared(memory) && (memory.lineageId === null || memory.lineageId === lineageId) && isOpen(memory.gates),
				)
			: [],
	};
}
