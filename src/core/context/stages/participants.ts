/** Who takes part in the conversation, what they want to be known about themselves, and where and when it happens. */
import { instantInWords, timeOfDay } from '#core/text/clock-words';
import { quoteInNote, renderSystemNote } from '#core/text/system-note';
import type { ContextSender, StructuredContextItem } from '#domain/context-item';
import type { Snowflake } from '#domain/ids';
import type { PersonalMemory } from '#domain/memory';
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
	const memories = knownMemories(facts, people);
	const lines = [
		'People in this conversation, each with how to mention them:',
		...[...people].map(([userId, name]) => personLines({ userId, name, facts, people, memories })),
		...otherPersonas(facts).map((name) => `- ${name} (${characterOf(facts)})`),
		...footer(facts),
	];
	return [
		{
			role: 'user',
			tag: 'KNOWLEDGE_USERS_IN_CONVERSATION',
			text: renderSystemNote(lines.join('\n')),
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

interface KnownMemory {
	readonly memory: PersonalMemory;
	readonly text: string;
}

/** The memories of those who are there; whoever speaks in a person's name knows none. */
function knownMemories(facts: ContextFacts, people: ReadonlyMap<Snowflake, string>): readonly KnownMemory[] {
	if (facts.talk.impersonatedUserId !== null) return [];
	return facts.knowledge.personalMemories.flatMap((memory) => {
		const owner = people.get(memory.userDiscordId);
		return owner === undefined ? [] : [{ memory, text: plainContent(memory.content, facts, owner) }];
	});
}

interface Person {
	readonly userId: Snowflake;
	readonly name: string;
	readonly facts: ContextFacts;
	readonly people: ReadonlyMap<Snowflake, string>;
	readonly memories: readonly KnownMemory[];
}

/** A handle means one person, so a name that several bear has none. Round brackets: a square one would end the note. */
function personLines({ userId, name, facts, people, memories }: Person): string {
	const lower = name.toLowerCase();
	const bearers = [...people.values()].filter((other) => other.toLowerCase() === lower).length;
	const handle = bearers === 1 ? `, @{${name}}` : '';
	const aliases = facts.talk.aliases.get(userId) ?? [];
	const also = aliases.length === 0 ? '' : `, also known as ${aliases.join(', ')}`;
	const own = memories.filter(({ memory }) => memory.userDiscordId === userId);
	const known = own.map(({ memory, text }) => `\n  (id:${memory.id}) ${quoteInNote(text)}`);
	return `- ${name}${handle}${also}${known.join('')}`;
}

/** Personas that speak in the history beside the one that answers, by name, each once. */
function otherPersonas({ history, persona }: ContextFacts): readonly string[] {
	const own = persona.name.toLowerCase();
	const names = history
		.filter(({ authorType, authorPersonaLineageId }) => {
			return authorType === 'persona' && authorPersonaLineageId !== persona.lineageId;
		})
		.map((entry) => entry.personaName ?? entry.authorName)
		.filter((name) => name.toLowerCase() !== own);
	return [...new Set(names)];
}

/** Whoever writes in a person's name is no character. */
function characterOf({ persona, talk }: ContextFacts): string {
	return talk.impersonatedUserId === null ? `a character like ${persona.name}` : 'a character';
}

/** Where and when. */
function footer({ talk }: ContextFacts): readonly string[] {
	const { room, clock } = talk;
	const [channel, above] = room.channelNames.map((name) => `#${quoteInNote(name)}`);
	const thread = above === undefined ? '' : `, a thread of ${above}`;
	const place = channel === undefined ? [] : [`Channel: ${channel}${thread}`];
	if (clock === null) return place;
	const { nowMs, zone } = clock;
	return [...place, `Now: ${instantInWords(nowMs, zone)} (${zone}), ${timeOfDay(nowMs, zone)}`];
}
