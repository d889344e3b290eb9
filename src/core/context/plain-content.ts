/** The words of memories and lore as every model reads them. */
import { resolveIdentityMacros } from '#core/text/macros';
import { convertMentions } from '#core/text/mentions';
import type { ContextFacts } from './stage.ts';

/** Names in place of mentions and macros; `userName` is whom `{user}` means, the person answered unless given. */
export function plainContent(text: string, facts: ContextFacts, userName: string = facts.userName): string {
	const named = convertMentions(text, facts.knowledge.names);
	return resolveIdentityMacros(named, { persona: facts.persona.name, user: userName }).trim();
}
