/** The lorebook inside a character card (V2 and V3, with SillyTavern's extensions) as entries of ours (ruling L1). */
import { z } from 'zod';
import { LORE_LIMITS, type LorebookDraft, type LorePosition } from '#domain/lorebook';
import { cardData, objectIn } from './card-data.ts';
import { readDecorators } from './lore-decorators.ts';
import { draftFrom, flag, text, texts, whole } from './lore-fields.ts';
import { logicOf, positionOf } from './lore-numbers.ts';
import { isWorldInfoEntry, readWorldInfoEntry } from './world-info.ts';

const extensionFields = z.object({
	position: whole,
	selectiveLogic: whole,
	match_whole_words: flag,
	case_sensitive: flag,
	scan_depth: whole,
	/** Written by us, so that nothing in the content is an order. */
	tomori: flag,
});

const entryFields = z.object({
	keys: texts,
	secondary_keys: texts,
	content: text,
	name: text,
	comment: text,
	enabled: flag,
	constant: flag,
	selective: flag,
	case_sensitive: flag,
	use_regex: flag,
	insertion_order: whole,
	position: z.unknown().optional(),
	extensions: extensionFields.catch(extensionFields.parse({})).default(extensionFields.parse({})),
});

const bookFields = z.object({
	/** Some programs write a list, some an object by number. */
	entries: z.array(z.unknown()).or(z.record(z.string(), z.unknown()).transform(Object.values)),
	scan_depth: whole,
});

/** What is wrong with a book; nothing of it is ever cut to fit. */
export type LorebookProblem = 'too-many' | 'too-long' | 'keys';

/** Every entry with a content, in the card's order, disabled ones too; none where the card has no book. */
export function readLorebook(json: unknown): readonly LorebookDraft[] {
	return entriesOf(cardData(json)?.['character_book']) ?? [];
}

/**
 * The entries of a file: world info of SillyTavern, a lorebook of the V3 specification, or the book of a card; null
 * when it is none of them.
 */
export function readLoreFile(json: unknown): readonly LorebookDraft[] | null {
	const file = objectIn(json);
	if (!file) return null;
	const data = cardData(json);
	return entriesOf(data?.['character_book']) ?? entriesOf(data) ?? entriesOf(file);
}

function entriesOf(book: unknown): readonly LorebookDraft[] | null {
	const parsed = bookFields.safeParse(book);
	if (!parsed.success) return null;
	const { entries, scan_depth: bookDepth } = parsed.data;
	return entries.flatMap((raw) => {
		const draft = isWorldInfoEntry(raw) ? readWorldInfoEntry(raw) : readEntry(raw, bookDepth);
		return draft ? [draft] : [];
	});
}

function readEntry(raw: unknown, bookDepth: number | null): LorebookDraft | null {
	const entry = entryFields.safeParse(raw);
	if (!entry.success) return null;
	const { data } = entry;
	const { extensions } = data;
	const orders = extensions.tomori
		? { content: data.content, scanDepth: null, isConstant: null, isEnabled: null }
		: readDecorators(data.content);
	return draftFrom({
		title: data.name.trim() || data.comment,
		content: orders.content,
		keys: data.keys,
		// A card that says that it is not selective keeps secondary keys for later, without effect.
		secondaryKeys: data.selective === false ? [] : data.secondary_keys,
		secondaryLogic: logicOf(extensions.selectiveLogic),
		isConstant: orders.isConstant ?? data.constant,
		isEnabled: orders.isEnabled ?? data.enabled,
		insertionOrder: data.insertion_order,
		position: placeOf(data.position, extensions.position),
		isCaseSensitive: data.case_sensitive ?? extensions.case_sensitive,
		matchesWholeWords: extensions.match_whole_words,
		scanDepth: orders.scanDepth ?? extensions.scan_depth ?? bookDepth,
		usesPatterns: data.use_regex,
	});
}

/** The specification's words come before SillyTavern's number. */
function placeOf(position: unknown, number: number | null): LorePosition {
	if (position === 'after_char') return 'after';
	return position ? 'before' : positionOf(number);
}

/** The first limit that a book breaks, or null. */
export function lorebookProblem(book: readonly LorebookDraft[]): LorebookProblem | null {
	const { entriesMax, contentCharactersMax, keysMax, keyCharactersMax } = LORE_LIMITS;
	if (book.length > entriesMax) return 'too-many';
	if (book.some((entry) => entry.content.length > contentCharactersMax)) return 'too-long';
	const keys = book.map((entry) => [...entry.keys, ...entry.secondaryKeys]);
	if (keys.some((list) => list.length > keysMax || list.some((key) => key.length > keyCharactersMax))) return 'keys';
	return null;
}
