/** Random macros of what the persona's keepers wrote, rolled the same way every time one turn is looked at. */
import { resolveRandomMacros } from '#core/text/macros';
import type { StructuredContextItem } from '#domain/context-item';
import type { Snowflake } from '#domain/ids';

/** FNV-1a over the seed and the count of rolls: evenly spread, and the same for inspection as for generation. */
function rollsOf(seed: string): (choices: number) => number {
	let rolls = 0;
	return (choices) => {
		let hash = 0x811c9dc5;
		for (const character of `${seed}:${rolls}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
		rolls += 1;
		return ((hash ^ (hash >>> 15)) >>> 0) % choices;
	};
}

/** What people wrote in a channel, now or in the last hours. */
function isSaid({ tag }: StructuredContextItem): boolean {
	return tag === 'DIALOGUE_HISTORY' || tag === 'KNOWLEDGE_SHORT_TERM_MEMORY';
}

/** Rolls the macros of every item from the id of the trigger. What people wrote in a channel keeps theirs. */
export function rollMacros(
	items: readonly StructuredContextItem[],
	triggerId: Snowflake,
): readonly StructuredContextItem[] {
	return items.map((item) => {
		if (isSaid(item) || item.explicitPrefill) return item;
		// Each text of an item rolls alike, since they are the same words for different models.
		const rolled = (text: string): string => resolveRandomMacros(text, rollsOf(`${triggerId}:${item.identity}`));
		const { completionText, completionEntries } = item;
		return {
			...item,
			text: rolled(item.text),
			...(completionText === undefined ? {} : { completionText: rolled(completionText) }),
			...(completionEntries === undefined
				? {}
				: { completionEntries: completionEntries.map((entry) => ({ ...entry, text: rolled(entry.text) })) }),
		};
	});
}
