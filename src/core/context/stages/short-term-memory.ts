/** What happened in the last hours, inline or deep in the history, and the instruction to keep it up to date. */
import { convertMentions } from '#core/text/mentions';
import { renderSystemNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import type { ShortTermNote } from '#domain/memory';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** How many entries of the history follow the instruction. */
export const nudgeDepth = 2;

/** An item and how many entries of the history follow it. */
export interface DeepItem {
	readonly depth: number;
	readonly item: StructuredContextItem;
}

/** The notes where they stand inline. */
export function shortTermMemory(facts: ContextFacts): readonly StructuredContextItem[] {
	return facts.knowledge.shortTerm.depth === null ? notesOf(facts) : [];
}

/** The notes where they are deferred, and the instruction, whose projection is empty: it is for models with tools. */
export function deepShortTermMemory(facts: ContextFacts): readonly DeepItem[] {
	const { depth, nudge } = facts.knowledge.shortTerm;
	const notes = depth === null ? [] : notesOf(facts).map((item) => ({ depth, item }));
	if (nudge === null || nudge.trim() === '') return notes;
	const item: StructuredContextItem = {
		role: 'user',
		tag: 'KNOWLEDGE_SHORT_TERM_MEMORY',
		text: renderSystemNote(nudge),
		completionText: '',
		identity: 'stm-nudge',
	};
	return [...notes, { depth: nudgeDepth, item }];
}

function notesOf(facts: ContextFacts): readonly StructuredContextItem[] {
	const { notes } = facts.knowledge.shortTerm;
	if (notes.length === 0) return [];
	const entries = notes.map((note) => ({ note, text: wordsOf(note, facts) }));
	return [
		{
			role: 'user',
			tag: 'KNOWLEDGE_SHORT_TERM_MEMORY',
			text: renderSystemNote(['What happened lately:', ...entries.map(({ text }) => `- ${text}`)].join('\n')),
			identity: 'short-term-memory',
			completionEntries: entries.map(({ note, text }) => ({
				identity: `stm:${note.id}`,
				text,
				recencyMs: note.updatedAtMs,
			})),
		},
	];
}

function wordsOf({ content, isQuoted }: ShortTermNote, facts: ContextFacts): string {
	return isQuoted ? convertMentions(content, facts.knowledge.names) : plainContent(content, facts);
}
