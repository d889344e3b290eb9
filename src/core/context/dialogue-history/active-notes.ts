/** The notes that stand inside the conversation, and where (seed: context-note injection). */
import { renderSystemNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import type { ContextNote } from '#domain/settings';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';
import type { DeepItem } from '../stages/short-term-memory.ts';
import { callsVerbatimTools } from '../verbatim-tools.ts';

/** How many entries of the history follow the instruction on tool calls in plain text. */
export const verbatimNudgeDepth = 3;

const VERBATIM_NUDGE = [
	'To use a tool, write its call in plain text, exactly in one of two forms, and nothing else on those lines:',
	'`tool_name({"argument": "value"})` as a code span,',
	'or a block fenced by three backticks with the word `tool` behind the opening ones and the same call inside.',
	'Use only the tools whose definitions are given above, and valid JSON for the arguments.',
].join(' ');

/** How many entries of the history follow a context note; the scopes' rows say it. */
export function noteDepth(note: ContextNote): number {
	return note.depth;
}

/** The index of the entry that something so deep stands before; a shorter history takes it first (ruling H15). */
export function noteIndex(totalEntries: number, depth: number): number {
	return Math.max(0, totalEntries - depth);
}

/**
 * The context notes in the order of their scopes, the nudge for calls in plain text, and the note on a person who
 * returns: each once, and none in place of another. Nobody returns to, and nothing is called by, a person in whose name
 * the bot writes.
 */
export function activeNotes(facts: ContextFacts, depthOf: typeof noteDepth = noteDepth): readonly DeepItem[] {
	const { talk } = facts;
	const isPersona = talk.impersonatedUserId === null;
	const notes = talk.notes.map((note, place) =>
		noteItem(plainContent(note.text, facts), `context-note:${place}`, depthOf(note)),
	);
	if (isPersona && callsVerbatimTools(talk)) {
		notes.push(noteItem(VERBATIM_NUDGE, 'verbatim-tool-nudge', verbatimNudgeDepth));
	}
	if (isPersona && talk.reunionNote !== null) {
		notes.push(noteItem(talk.reunionNote.trim(), 'reunion-note', talk.reunionNoteDepth));
	}
	return notes.flatMap((note) => note ?? []);
}

function noteItem(text: string, identity: string, depth: number): DeepItem | null {
	if (text === '') return null;
	const item: StructuredContextItem = {
		role: 'user',
		tag: 'CONTEXT_NOTE_INJECTION',
		text: renderSystemNote(text),
		identity,
	};
	return { depth, item };
}
