/** What this reply is asked to be, below everything that was said. */
import { quoteInNote, renderSystemNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import { DEFAULT_SEAMS, type DialogueHistorySeams } from '../dialogue-history/seams.ts';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** What the tail shares with the conversation above it. */
export type TailSeams = Pick<DialogueHistorySeams, 'pushItem' | 'roleOf'>;

/** One note with the one-off instruction and, where the persona goes on by itself, that it should; no projection. */
export function tailDirectives(
	facts: ContextFacts,
	seams: TailSeams = DEFAULT_SEAMS,
): readonly StructuredContextItem[] {
	const instruction = quoteInNote(plainContent(facts.wishes?.instruction ?? '', facts));
	const lines = [...(instruction === '' ? [] : [instruction]), ...impersonation(facts), ...continuation(facts, seams)];
	const items: StructuredContextItem[] = [];
	if (lines.length === 0) return items;
	seams.pushItem(items, {
		role: 'user',
		text: renderSystemNote(lines.join('\n')),
		identity: 'tail-directives',
	});
	return items;
}

/** The given beginning of the reply stands behind the persona's label, whose place it takes (ruling N20). */
export function prefill(
	{ persona, wishes }: ContextFacts,
	{ pushItem }: Pick<TailSeams, 'pushItem'> = DEFAULT_SEAMS,
): readonly StructuredContextItem[] {
	const given = wishes?.prefill ?? '';
	const items: StructuredContextItem[] = [];
	if (given.trim() === '') return items;
	const text = `${persona.name}: ${given}`;
	pushItem(items, { role: 'model', text, identity: 'prefill', explicitPrefill: true });
	return items;
}

/** A person has no prompt that says who they are, so only this tells whose words are wanted. */
function impersonation({ persona, talk }: ContextFacts): readonly string[] {
	if (talk.impersonatedUserId === null) return [];
	return [`Write the next message of ${persona.name} as they would write it themselves, and nothing of anybody else.`];
}

/** Nobody spoke to the persona: it was called by hand, and the last word, or the beginning of the next, is its own. */
function continuation(facts: ContextFacts, { roleOf }: Pick<TailSeams, 'roleOf'>): readonly string[] {
	const { persona, wishes, cause } = facts;
	if ((wishes?.prefill ?? '').trim() !== '') {
		return [`Go on with the message that ${persona.name} has begun, without repeating its beginning.`];
	}
	const last = facts.history.at(-1);
	if (cause !== 'command' || last === undefined || roleOf(last, facts) !== 'model') return [];
	return [`Go on as ${persona.name} from where the last message ended, without repeating it.`];
}
