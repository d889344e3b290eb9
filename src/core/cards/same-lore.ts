/** Whether two lorebook entries say the same. */
import type { LorebookDraft } from '#domain/lorebook';

/** Every field of a draft counts; who owns an entry and when it was written does not. */
export function isSameLore(left: LorebookDraft, right: LorebookDraft): boolean {
	return JSON.stringify(facts(left)) === JSON.stringify(facts(right));
}

function facts(entry: LorebookDraft): Required<LorebookDraft> {
	return {
		title: entry.title,
		content: entry.content,
		keys: entry.keys,
		secondaryKeys: entry.secondaryKeys,
		secondaryLogic: entry.secondaryLogic,
		isConstant: entry.isConstant,
		isEnabled: entry.isEnabled,
		insertionOrder: entry.insertionOrder,
		position: entry.position,
		isCaseSensitive: entry.isCaseSensitive,
		matchesWholeWords: entry.matchesWholeWords,
		scanDepth: entry.scanDepth,
		usesPatterns: entry.usesPatterns,
	};
}
