/** The lorebook inside a character card (V2 and V3, with SillyTavern's extensions) as entries of ours (ruling L1). */
import { z } from 'zod';
import { LORE_LIMITS, LOREBOOK_DEFAULTS, type LorebookDraft, type SecondaryLogic } from '#domain/lorebook';

const text = z.string().catch('').default('');
const flag = z.boolean().nullable().catch(null).default(null);
const whole = z.number().int().nullable().catch(null).default(null);
const texts = z.array(z.unknown()).catch([]).default([]);

const extensionFields = z.object({
	position: whole,
	selectiveLogic: whole,
	match_whole_words: flag,
	case_sensitive: flag,
	scan_depth: whole,
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

const cardWithBook = z.object({
	data: z.object({ character_book: z.object({ entries: z.array(z.unknown()), scan_depth: whole }) }),
});

/** SillyTavern's numbers. */
const LOGICS: readonly SecondaryLogic[] = ['and-any', 'not-all', 'not-any', 'and-all'];
const AFTER_CHARACTER = 1;

/** Beyond it an order says nothing more, and Postgres would not hold it. */
const orderMax = 1_000_000;

/** What is wrong with a book; nothing of it is ever cut to fit. */
export type LorebookProblem = 'too-many' | 'too-long' | 'keys';

/** Every entry with a content, in the card's order, disabled ones too; none where the card has no book. */
export function readLorebook(json: unknown): readonly LorebookDraft[] {
	const card = cardWithBook.safeParse(json);
	if (!card.success) return [];
	const { entries, scan_depth: bookDepth } = card.data.data.character_book;
	return entries.flatMap((raw) => {
		const entry = entryFields.safeParse(raw);
		return entry.success && entry.data.content.trim() !== '' ? [draftOf(entry.data, bookDepth)] : [];
	});
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

function draftOf(entry: z.infer<typeof entryFields>, bookDepth: number | null): LorebookDraft {
	const { extensions } = entry;
	const order = entry.insertion_order ?? LOREBOOK_DEFAULTS.insertionOrder;
	const isAfter = entry.position === 'after_char' || (!entry.position && extensions.position === AFTER_CHARACTER);
	return {
		title: (entry.name.trim() || entry.comment.trim()).slice(0, LORE_LIMITS.titleCharactersMax),
		content: entry.content.trim(),
		keys: keysIn(entry.keys),
		// A card that says that it is not selective keeps secondary keys for later, without effect.
		secondaryKeys: entry.selective === false ? [] : keysIn(entry.secondary_keys),
		secondaryLogic: LOGICS[extensions.selectiveLogic ?? 0] ?? 'and-any',
		isConstant: entry.constant ?? false,
		isEnabled: entry.enabled ?? true,
		insertionOrder: Math.max(-orderMax, Math.min(orderMax, order)),
		position: isAfter ? 'after' : 'before',
		isCaseSensitive: entry.case_sensitive ?? extensions.case_sensitive ?? LOREBOOK_DEFAULTS.isCaseSensitive,
		matchesWholeWords: extensions.match_whole_words ?? LOREBOOK_DEFAULTS.matchesWholeWords,
		scanDepth: depthOf(extensions.scan_depth ?? bookDepth),
		usesPatterns: entry.use_regex ?? false,
	};
}

function keysIn(list: readonly unknown[]): readonly string[] {
	const keys = list.flatMap((key) => (typeof key === 'string' && key.trim() !== '' ? [key.trim()] : []));
	return [...new Set(keys)];
}

function depthOf(depth: number | null): number | null {
	return depth !== null && depth >= 1 ? Math.min(depth, LORE_LIMITS.scanDepthMax) : null;
}
