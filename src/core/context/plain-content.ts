/** The words of memories, lore and prompts as every model reads them. */
import { convertMentions } from '#core/text/mentions';
import { resolveCapabilityMacros } from './capability-macros.ts';
import type { ContextFacts } from './stage.ts';
import { resolveToolMacros } from './tool-macros.ts';

/** Names in place of mentions and macros; `userName` is whom `{user}` means, the person answered unless given. */
export function plainContent(text: string, facts: ContextFacts, userName: string = facts.userName): string {
	return namedContent(text, facts, userName).trim();
}

/** The same with the white space around it. */
export function namedContent(text: string, facts: ContextFacts, userName: string = facts.userName): string {
	const identity = { persona: facts.persona.name, user: userName };
	const { tools, capabilities } = facts.talk;
	const written = resolveToolMacros(resolveCapabilityMacros(text, capabilities), tools);
	return convertMentions(written, { ...facts.knowledge.names, identity });
}
