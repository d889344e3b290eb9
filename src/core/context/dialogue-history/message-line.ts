/** What a chat model reads of one entry: a label, the words, and the notes around them (seed: text part assembly). */
import { convertMentions, type MentionNames } from '#core/text/mentions';
import { indentLabels } from '#core/text/neutralise';
import type { SimplifiedMessageForContext, SystemNote } from '#domain/simplified-message';
import type { ContextFacts } from '../stage.ts';
import type { LineSeams } from './line-transforms.ts';
import type { EntryRole } from './role-of.ts';

/** An entry's text, still in pieces, since a model's own line keeps no notes beside it. */
export interface MessageLine {
	/** The label and the words, or null where nobody said anything. */
	readonly said: string | null;
	readonly before: readonly string[];
	readonly after: readonly string[];
}

/** The names of a turn, with those that identity macros stand for. */
export function namesOf({ knowledge, persona, userName }: ContextFacts): MentionNames {
	return { ...knowledge.names, identity: { persona: persona.name, user: userName } };
}

/** The name that owns the turn; ours to write, so its macros resolve. */
export function labelOf(entry: SimplifiedMessageForContext, names: MentionNames): string {
	return convertMentions(entry.authorName, names, 'resolve');
}

/**
 * The words keep `{bot}`, `{char}` and `{user}`: people may be drafting a prompt. Notes are known by where they are kept
 * and never by their look, go without label and stay as we wrote them (ruling H17); a further line of what somebody else
 * wrote cannot look like a label or a note of ours (ruling H14).
 */
export function messageLine(
	entry: SimplifiedMessageForContext,
	role: EntryRole,
	{ facts, names, seams }: { readonly facts: ContextFacts; readonly names: MentionNames; readonly seams: LineSeams },
): MessageLine {
	const notes = (place: SystemNote['place']): readonly string[] =>
		entry.systemNotes.filter((note) => note.place === place).map((note) => note.text);
	const around = { before: notes('before'), after: notes('after') };
	if (entry.content === null) return { said: null, ...around };
	const humanized = seams.humanizeLine(entry.content, facts, role);
	const words = seams.uncensorLine(convertMentions(humanized, names, 'preserve'), facts, role);
	const line = `${labelOf(entry, names)}: ${words}`;
	return { said: role === 'user' ? indentLabels(line, 1) : line, ...around };
}
