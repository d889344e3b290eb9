/** Who the persona is. */
import { resolveIdentityMacros } from '#core/text/macros';
import type { StructuredContextItem } from '#domain/context-item';
import type { ContextFacts } from '../stage.ts';

/** One item: the attributes, a line each, with identity macros resolved. */
export function personality(facts: ContextFacts): readonly StructuredContextItem[] {
	const text = facts.persona.attributes.join('\n').trim();
	if (text === '') return [];
	const resolved = resolveIdentityMacros(text, { persona: facts.persona.name, user: facts.userName });
	return [{ role: 'system', tag: 'SYSTEM_PERSONALITY', text: resolved, identity: 'personality' }];
}
