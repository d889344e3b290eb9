/** What every stage of the context is: a pure function from the turn's facts to items. */
import type { StructuredContextItem } from '#domain/context-item';
import type { Persona } from '#domain/persona';
import type { HumanizerDegree } from '#domain/settings';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';

/** The facts that stages read. */
export interface ContextFacts {
	readonly persona: Persona;
	/** The name of the person who is answered, for macros. */
	readonly userName: string;
	readonly history: readonly SimplifiedMessageForContext[];
	/** At degree 3 chat models read the persona's lines as they look in the channel; absent is none. */
	readonly humanizerDegree?: HumanizerDegree;
}

/** One stage; adding one is one file and one line in `compose-context`. */
export type ContextStage = (facts: ContextFacts) => readonly StructuredContextItem[];
