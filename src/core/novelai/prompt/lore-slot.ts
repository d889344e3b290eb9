/** Where activated lore stands among the lines of a conversation. */
import { tailSlot } from '#core/text/tail-slot';
import type { Entry, PromptLayout } from './layout.ts';

/** The conversation's lines, samples first, and the place among them; null without activated lore. */
export function loreSlot(layout: PromptLayout): number | null {
	if (layout.activatedLore.length === 0) return null;
	return tailSlot([...layout.samples, ...layout.history].map((entry: Entry) => entry.turnKey));
}
