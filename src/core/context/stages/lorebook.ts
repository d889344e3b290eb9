/** What the lorebook says that matters now. */
import type { StructuredContextItem } from '#domain/context-item';
import type { ActiveLore } from '#domain/lorebook';
import { plainContent } from '../plain-content.ts';
import type { ContextFacts } from '../stage.ts';

/** Always On entries, one item each. */
export function constantLore(facts: ContextFacts): readonly StructuredContextItem[] {
	return facts.knowledge.lore.filter(({ activation }) => activation === 'always').map((one) => loreItem(one, facts));
}

/** Entries that their keys brought up, one item each; they stand deep in the conversation. */
export function activatedLore(facts: ContextFacts): readonly StructuredContextItem[] {
	return facts.knowledge.lore.filter(({ activation }) => activation === 'activated').map((one) => loreItem(one, facts));
}

/** Identities are resolved; no heading or title is added. */
function loreItem({ entry, activation }: ActiveLore, facts: ContextFacts): StructuredContextItem {
	return {
		role: 'system',
		tag: 'KNOWLEDGE_LOREBOOK',
		text: plainContent(entry.content, facts),
		identity: `lorebook:${entry.id}`,
		lore: { activation, position: entry.position, insertionOrder: entry.insertionOrder },
	};
}
