/** Whose line an entry is, from where the model stands (seed: role mapping). */
import type { StructuredContextItem } from '#domain/context-item';
import type { Persona } from '#domain/persona';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { ContextFacts } from '../stage.ts';

/** The roles that entries have. */
export type EntryRole = Extract<StructuredContextItem['role'], 'user' | 'model'>;

/**
 * The answering persona's lines are the model's, and everybody else's are the user's, other personas included. When the
 * bot writes in a person's name, that person's own lines are the model's and all others the user's (ruling H16).
 */
export function roleOf(
	entry: SimplifiedMessageForContext,
	{ persona, talk }: Pick<ContextFacts, 'persona' | 'talk'>,
): EntryRole {
	const isOwn = talk.impersonatedUserId === null ? isOwnLine(entry, persona) : isLineOf(entry, talk.impersonatedUserId);
	return isOwn ? 'model' : 'user';
}

/** Lineage, then name ignoring case (ruling H16). */
function isOwnLine(entry: SimplifiedMessageForContext, persona: Persona): boolean {
	if (entry.authorType !== 'persona') return false;
	const isKin = entry.authorPersonaLineageId !== null && entry.authorPersonaLineageId === persona.lineageId;
	return isKin || entry.personaName?.toLowerCase() === persona.name.toLowerCase();
}

function isLineOf(entry: SimplifiedMessageForContext, userId: string): boolean {
	return entry.authorType === 'user' && entry.authorId === userId;
}
