/** Who the persona is. */
import type { StructuredContextItem } from '#domain/context-item';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** One item: the attributes, a line each, with macros and mentions resolved. A person whose part is taken has none. */
export function personality(facts: ContextFacts): readonly StructuredContextItem[] {
	if (facts.talk.impersonatedUserId !== null) return [];
	const text = plainContent(facts.persona.attributes.join('\n'), facts);
	return text === '' ? [] : [{ role: 'system', tag: 'SYSTEM_PERSONALITY', text, identity: 'personality' }];
}
