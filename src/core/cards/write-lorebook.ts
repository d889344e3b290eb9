/** Lorebook entries as the book of a character card (V2 and V3), with SillyTavern's extensions. */
import type { LorebookDraft } from '#domain/lorebook';
import type { JsonObject } from './card-data.ts';
import { logicNumber, positionNumber } from './lore-numbers.ts';

/** The `character_book` of these entries. */
export function writeLorebook(entries: readonly LorebookDraft[]): JsonObject {
	return { extensions: {}, entries: entries.map(writeEntry) };
}

function writeEntry(entry: LorebookDraft, index: number): JsonObject {
	return {
		id: index,
		keys: entry.keys,
		secondary_keys: entry.secondaryKeys,
		comment: entry.title,
		content: entry.content,
		constant: entry.isConstant,
		selective: entry.secondaryKeys.length > 0,
		insertion_order: entry.insertionOrder,
		enabled: entry.isEnabled,
		position: entry.position === 'after' ? 'after_char' : 'before_char',
		use_regex: entry.usesPatterns,
		case_sensitive: entry.isCaseSensitive,
		name: entry.title,
		extensions: {
			position: positionNumber(entry.position),
			selectiveLogic: logicNumber(entry.secondaryLogic),
			match_whole_words: entry.matchesWholeWords,
			case_sensitive: entry.isCaseSensitive,
			scan_depth: entry.scanDepth,
			tomori: true,
		},
	};
}
