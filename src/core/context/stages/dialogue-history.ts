/** What was said in the channel, at the bottom of the prompt. */
import type { StructuredContextItem } from '#domain/context-item';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { ContextFacts } from '../stage.ts';

/** One item an entry: the answering persona's own lines are the model's, everyone else's are the user's. */
export function dialogueHistory(facts: ContextFacts): readonly StructuredContextItem[] {
	return facts.history.map((entry) => historyItem(entry, facts.persona.name));
}

function historyItem(entry: SimplifiedMessageForContext, personaName: string): StructuredContextItem {
	const own = entry.authorType === 'persona' && entry.personaName?.toLowerCase() === personaName.toLowerCase();
	return {
		role: own ? 'model' : 'user',
		tag: 'DIALOGUE_HISTORY',
		text: `${entry.authorName}: ${entry.content}`,
		...(entry.completionContent === null ? {} : { completionText: entry.completionContent }),
		...(entry.completionSpeaker === false ? { completionSpeaker: false } : {}),
		identity: `history:${entry.id}`,
		messageId: entry.id,
		sender: { name: entry.personaName ?? entry.authorName, type: entry.authorType },
	};
}
