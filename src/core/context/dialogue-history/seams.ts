/** Everything about the conversation that a fork may want to do in its own way, one function each (seed: extension points). */
import type { SimplifiedMessageForContext } from '#domain/simplified-message';
import type { ContextFacts } from '../stage.ts';
import { activeNotes, noteDepth } from './active-notes.ts';
import { dateSpacerTemplate } from './date-spacer.ts';
import { LINE_TRANSFORMS, type LineSeams } from './line-transforms.ts';
import { MEDIA_RULES, type MediaRules } from './media-budget.ts';
import { pushDialogueHistoryContextItem } from './push-item.ts';
import { roleOf } from './role-of.ts';

/** The functions that the stage calls; what is done to the words of a line is shared with sample dialogues. */
export interface DialogueHistorySeams extends LineSeams {
	/** Sees every entry before its role, text and media are decided: the place for another rendering. Null leaves it out. */
	readonly preprocessMessage: (
		entry: SimplifiedMessageForContext,
		facts: ContextFacts,
	) => SimplifiedMessageForContext | null;
	readonly roleOf: typeof roleOf;
	/** The window, the limit on pictures, the descriptors of each kind of media, and the wording of hints. */
	readonly media: MediaRules;
	/** Which notes stand inside the conversation; `noteDepth` says how deep the scopes' own ones are. */
	readonly activeNotes: typeof activeNotes;
	readonly noteDepth: typeof noteDepth;
	readonly dateSpacerTemplate: typeof dateSpacerTemplate;
	readonly pushItem: typeof pushDialogueHistoryContextItem;
}

/** Entries as they are. */
export function preprocessMessage(entry: SimplifiedMessageForContext): SimplifiedMessageForContext | null {
	return entry;
}

/** What the specification says. */
export const DEFAULT_SEAMS: DialogueHistorySeams = {
	preprocessMessage,
	roleOf,
	media: MEDIA_RULES,
	activeNotes,
	noteDepth,
	dateSpacerTemplate,
	...LINE_TRANSFORMS,
	pushItem: pushDialogueHistoryContextItem,
};
