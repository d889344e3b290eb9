/** What a model is asked that is to sum up a conversation. */
import { plainLabel } from '#core/text/plain-label';
import { renderSystemNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import type { LineageId } from '#domain/ids';
import type { Persona } from '#domain/persona';
import { EMPTY_ATTG } from '#domain/persona';
import { pushDialogueHistoryContextItem } from './dialogue-history/push-item.ts';
import { type ContextFacts, EMPTY_CONTEXT_KNOWLEDGE } from './stage.ts';
import { dialogueHistory } from './stages/dialogue-history.ts';
import { EMPTY_TALK_FACTS, type TalkFacts } from './talk-facts.ts';

/** The label that the summary stands behind; nobody of the conversation may go by it. */
export const SUMMARY_LABEL = 'Summary of the conversation';

/** Told to every model, since each reads what a persona is. */
const PURPOSE = [
	'This is a conversation of several people, and behind it stands a summary of it.',
	'The summary tells in plain prose, in the language that the people speak, who they are to each other,',
	'what was said, done, agreed and left open, and how things stand at the end.',
	'It keeps names and numbers, holds what an earlier summary says, adds nothing, and has at most 200 words.',
].join(' ');

/** The conversation to sum up. */
export interface SummaryFacts extends Pick<ContextFacts, 'persona' | 'history'> {
	readonly names: ContextFacts['knowledge']['names'];
	readonly dates: TalkFacts['dates'];
	readonly fetchLimit: number;
}

/** The purpose, everything that was said, by whomever, and the request; no knowledge and no note beside it. */
export function composeSummary(facts: SummaryFacts): readonly StructuredContextItem[] {
	const scribe: Persona = {
		...facts.persona,
		name: SUMMARY_LABEL,
		aliases: [],
		attributes: [],
		samples: [],
		attg: EMPTY_ATTG,
		// Whoever spoke, the summary is about them: no line is the scribe's own.
		lineageId: 0 as LineageId,
	};
	const { items } = dialogueHistory({
		persona: scribe,
		userName: plainLabel(facts.persona.name, 'someone'),
		history: facts.history,
		knowledge: { ...EMPTY_CONTEXT_KNOWLEDGE, names: facts.names },
		talk: {
			...EMPTY_TALK_FACTS,
			dates: facts.dates,
			media: { windowEntries: 0, fetchLimit: facts.fetchLimit, imageMessagesMax: 0 },
		},
	});
	const asked: StructuredContextItem[] = [];
	pushDialogueHistoryContextItem(asked, {
		role: 'user',
		text: renderSystemNote('Write the summary of this conversation now, and nothing else.'),
		identity: 'summary-request',
	});
	const purpose = { role: 'system', tag: 'SYSTEM_PERSONALITY', text: PURPOSE, identity: 'summary-purpose' } as const;
	return [purpose, ...items, ...asked];
}
