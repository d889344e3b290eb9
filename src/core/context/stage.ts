/** What every stage of the context is: a pure function from the turn's facts to items. */
import type { MentionNames } from '#core/text/mentions';
import type { StructuredContextItem } from '#domain/context-item';
import type { Snowflake } from '#domain/ids';
import type { ActiveLore } from '#domain/lorebook';
import { EMPTY_SHORT_TERM_MEMORY, type PersonalMemory, type ServerMemory, type ShortTermMemory } from '#domain/memory';
import type { Persona } from '#domain/persona';
import type { HumanizerDegree } from '#domain/settings';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { TriggerCause, TurnWishes } from '#domain/turn';
import type { MessageIdMap } from './message-id-map.ts';
import type { TalkFacts } from './talk-facts.ts';

/** What comes up in this turn, already selected. */
export interface ContextKnowledge {
	readonly serverMemories: readonly ServerMemory[];
	readonly personalMemories: readonly PersonalMemory[];
	readonly shortTerm: ShortTermMemory;
	/** In the order in which it stands. */
	readonly lore: readonly ActiveLore[];
	/** What ids in memories and lore are called. */
	readonly names: MentionNames;
}

/** The facts that stages read. */
export interface ContextFacts {
	readonly persona: Persona;
	/** The name of the person who is answered, for macros. */
	readonly userName: string;
	readonly history: readonly SimplifiedMessageForContext[];
	readonly knowledge: ContextKnowledge;
	/** At degree 3 chat models read the persona's lines as they look in the channel; absent is none. */
	readonly humanizerDegree?: HumanizerDegree;
	/** Holds the handles that notes of the history already use, and takes up those of media; absent is an empty one. */
	readonly messageIds?: MessageIdMap;
	readonly talk: TalkFacts;
	/** What a command asks of this reply alone. */
	readonly wishes?: Pick<TurnWishes, 'instruction' | 'prefill'>;
	/** Why there is a turn at all; absent is a message. */
	readonly cause?: TriggerCause;
}

/** Nothing comes up. */
export const EMPTY_CONTEXT_KNOWLEDGE: ContextKnowledge = {
	serverMemories: [],
	personalMemories: [],
	shortTerm: EMPTY_SHORT_TERM_MEMORY,
	lore: [],
	names: { users: new Map<Snowflake, string>(), roles: new Map(), channels: new Map() },
};

/** One stage; adding one is one file and one line in `compose-context`. */
export type ContextStage = (facts: ContextFacts) => readonly StructuredContextItem[];
