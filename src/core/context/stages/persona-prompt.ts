/** What the persona's keepers tell the model about playing it. */
import type { StructuredContextItem } from '#domain/context-item';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** One item; where the bot writes in a person's name, what that person gave for it stands here instead. */
export function personaPrompt(facts: ContextFacts): readonly StructuredContextItem[] {
	const { prompts, impersonatedUserId, impersonationPrompt } = facts.talk;
	const given = impersonatedUserId === null ? prompts.personaPrompt : impersonationPrompt;
	const text = plainContent(given ?? '', facts);
	return text === '' ? [] : [{ role: 'system', tag: 'SYSTEM_PERSONA_PROMPT', text, identity: 'persona-prompt' }];
}
