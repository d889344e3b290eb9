/** The lorebook of a character card becomes entries with keys. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCard } from '#core/cards/read-card';
import { lorebookProblem, readLorebook } from '#core/cards/read-lorebook';
import { LORE_LIMITS, LOREBOOK_DEFAULTS, type LorebookDraft } from '#domain/lorebook';

/** A card with a book of these entries. */
function cardOf(entries: readonly unknown[], book: Readonly<Record<string, unknown>> = {}) {
	const data = { name: 'Aria', description: 'Keeps a lighthouse.', character_book: { entries, ...book } };
	return { spec: 'chara_card_v2', spec_version: '2.0', data };
}

const plain: LorebookDraft = { ...LOREBOOK_DEFAULTS, title: '', content: 'Red.', keys: ['tower'] };

describe('readLorebook', () => {
	test('S101 keys, secondary keys, order, constant and disabled entries stay what they are, apart from the personality', () => {
		const card = cardOf([
			{ keys: ['tower', ' 塔 ', 'tower', ''], content: ' Red. ', enabled: true, insertion_order: 5, name: 'Tower' },
			{
				keys: ['sea'],
				secondary_keys: ['storm'],
				selective: true,
				content: 'Wild.',
				insertion_order: 7,
				position: 'after_char',
				case_sensitive: true,
				extensions: { selectiveLogic: 2, match_whole_words: false, scan_depth: 3 },
			},
			{ keys: [], content: 'It rains.', constant: true, insertion_order: 1 },
			{ keys: ['ghost'], content: 'Nobody knows.', enabled: false, comment: 'later' },
		]);
		expect(readLorebook(card)).toEqual([
			{ ...plain, title: 'Tower', keys: ['tower', '塔'], insertionOrder: 5 },
			{
				...plain,
				content: 'Wild.',
				keys: ['sea'],
				secondaryKeys: ['storm'],
				secondaryLogic: 'not-any',
				insertionOrder: 7,
				position: 'after',
				isCaseSensitive: true,
				matchesWholeWords: false,
				scanDepth: 3,
			},
			{ ...plain, content: 'It rains.', keys: [], isConstant: true, insertionOrder: 1 },
			{ ...plain, content: 'Nobody knows.', keys: ['ghost'], isEnabled: false, title: 'later' },
		]);
		const persona = readCard(card);
		expect(JSON.stringify(persona)).not.toMatch(/Red|Wild|rains|knows/);
	});

	test.each([
		[0, 'and-any'],
		[1, 'not-all'],
		[2, 'not-any'],
		[3, 'and-all'],
		[9, 'and-any'],
	])("SillyTavern's logic %d is %s", (selectiveLogic, secondaryLogic) => {
		const entry = { keys: ['tower'], secondary_keys: ['b'], content: 'Red.', extensions: { selectiveLogic } };
		expect(readLorebook(cardOf([entry]))).toMatchObject([{ secondaryKeys: ['b'], secondaryLogic }]);
	});

	test("an entry that is not selective needs no secondary key, and patterns, positions and the book's depth are read", () => {
		const entry = {
			keys: ['/to+wer/i'],
			secondary_keys: ['b'],
			selective: false,
			use_regex: true,
			content: 'Red.',
			extensions: { position: 1 },
		};
		expect(readLorebook(cardOf([entry], { scan_depth: 400 }))).toEqual([
			{ ...plain, keys: ['/to+wer/i'], usesPatterns: true, position: 'after', scanDepth: 100 },
		]);
	});

	test('cards without a book, and entries that say nothing, give none', () => {
		expect(readLorebook({ name: 'Aria' })).toEqual([]);
		expect(readLorebook(cardOf([]))).toEqual([]);
		expect(readLorebook(cardOf([null, 5, 'x', { keys: ['a'] }, { keys: ['a'], content: ' \n ' }]))).toEqual([]);
	});

	test('whatever stands in a book, reading it does not throw and its numbers can be stored', () => {
		fc.assert(
			fc.property(fc.array(fc.anything({ maxDepth: 2 })), fc.anything(), (keys, odd) => {
				const entry = { keys, content: 'Red.', insertion_order: odd, extensions: odd, constant: odd, position: odd };
				for (const draft of readLorebook(cardOf([entry, odd], { scan_depth: odd }))) {
					expect(Math.abs(draft.insertionOrder)).toBeLessThanOrEqual(1_000_000);
					expect(Number.isInteger(draft.insertionOrder)).toBe(true);
					expect(draft.scanDepth ?? 1).toBeGreaterThanOrEqual(1);
				}
			}),
		);
	});
});

describe('limits of a book', () => {
	const { entriesMax, contentCharactersMax, keysMax, keyCharactersMax } = LORE_LIMITS;
	const many = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

	test.each<[string, readonly LorebookDraft[], ReturnType<typeof lorebookProblem>]>([
		['the largest book', Array.from({ length: entriesMax }, () => plain), null],
		['one entry more', Array.from({ length: entriesMax + 1 }, () => plain), 'too-many'],
		['the longest entry', [{ ...plain, content: 'x'.repeat(contentCharactersMax) }], null],
		['a longer one', [{ ...plain, content: 'x'.repeat(contentCharactersMax + 1) }], 'too-long'],
		['the most keys', [{ ...plain, keys: many(keysMax) }], null],
		['one key more', [{ ...plain, keys: many(keysMax), secondaryKeys: ['s'] }], 'keys'],
		['a key that is too long', [{ ...plain, keys: ['x'.repeat(keyCharactersMax + 1)] }], 'keys'],
	])('%s', (_name, book, problem) => {
		expect(lorebookProblem(book)).toBe(problem);
	});
});
