/** Decides which personas answer a line. */
import type { PersonaId } from '#domain/ids';
import type { PersonaCall } from './compile-calls.ts';

/** What a line says about who is to answer. */
export interface CalledBy {
	/** The persona that a mention or a reply means; null when only words can call. */
	readonly forcedId: PersonaId | null;
	/** Calls by words, in the order of the text. */
	readonly calls: readonly PersonaCall[];
	/** Whether plain words count for nothing. */
	readonly deliberateOnly: boolean;
	/** Personas that one line may call. */
	readonly personasMax: number;
	/** Personas that words cannot call here, such as the one that speaks. */
	readonly excludedIds?: readonly PersonaId[];
}

/** The personas in the order in which they answer, each once: who is meant first, then as the words come. */
export function chooseCalled(by: CalledBy): readonly PersonaId[] {
	const { forcedId, calls, deliberateOnly, personasMax, excludedIds = [] } = by;
	const byWords = calls
		.filter((call) => call.isDeliberate || !deliberateOnly)
		.map((call) => call.personaId)
		.filter((id) => id !== forcedId && !excludedIds.includes(id));
	return [...(forcedId === null ? [] : [forcedId]), ...byWords].slice(0, Math.max(1, personasMax));
}
