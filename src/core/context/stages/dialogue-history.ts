/** What was said in the channel, at the bottom of the prompt. */
import { humanizeString } from '#core/text/humanize';
import { renderSystemNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import type { Persona } from '#domain/persona';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { ContextFacts } from '../stage.ts';

/** The humanizer's highest degree (seed: HEAVY). */
const heavyDegree = 3;

/** One item an entry: the answering persona's own lines are the model's, everyone else's are the user's. */
export function dialogueHistory(facts: ContextFacts): readonly StructuredContextItem[] {
	return facts.history.map((entry) => historyItem(entry, facts));
}

function historyItem(
	entry: SimplifiedMessageForContext,
	{ persona, humanizerDegree }: ContextFacts,
): StructuredContextItem {
	const isModel = isOwn(entry, persona);
	return {
		role: isModel ? 'model' : 'user',
		tag: 'DIALOGUE_HISTORY',
		text: textOf(isModel && humanizerDegree === heavyDegree ? roughened(entry) : entry),
		...(entry.completionContent === null ? {} : { completionText: entry.completionContent }),
		...(entry.completionSpeaker === false ? { completionSpeaker: false } : {}),
		identity: `history:${entry.id}`,
		// A merged entry stands for all of its messages, but only its last one can be the line that is answered.
		messageId: entry.combined?.at(-1)?.id ?? entry.id,
		...senderOf(entry, isModel),
	};
}

/** In the stable form, so that the same message always reads the same (ruling H10). */
function roughened(entry: SimplifiedMessageForContext): SimplifiedMessageForContext {
	if (entry.content === null) return entry;
	return { ...entry, content: humanizeString(entry.content, { chance: null }).join(' ') };
}

/** Lineage, then name ignoring case (ruling H16). */
function isOwn(entry: SimplifiedMessageForContext, persona: Persona): boolean {
	if (entry.authorType !== 'persona') return false;
	const isKin = entry.authorPersonaLineageId !== null && entry.authorPersonaLineageId === persona.lineageId;
	return isKin || entry.personaName?.toLowerCase() === persona.name.toLowerCase();
}

/** Notes on their own lines, unlabelled (ruling H17), around what was said. */
function textOf(entry: SimplifiedMessageForContext): string {
	const notes = (place: 'before' | 'after'): readonly string[] =>
		entry.systemNotes.filter((note) => note.place === place).map((note) => renderSystemNote(note.text));
	const said = entry.content === null ? [] : [`${entry.authorName}: ${entry.content}`];
	return [...notes('before'), ...said, ...notes('after')].join('\n');
}

/**
 * Nobody speaks in system entries, so nobody's label may end a reply because of them. The answering persona's own lines
 * bear the look that they were said in, so that the model can take it again; others end a reply under their bare name.
 */
function senderOf(entry: SimplifiedMessageForContext, isModel: boolean): Pick<StructuredContextItem, 'sender'> {
	if (entry.authorType === 'system') return {};
	const bareName = entry.personaName ?? entry.authorName;
	return { sender: { name: isModel ? entry.authorName : bareName, type: entry.authorType } };
}
