/** Lorebooks without a card: world info of SillyTavern, and lorebooks of the V3 specification. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLorebook, readLoreFile } from '#core/cards/read-lorebook';
import { writeWorldInfo } from '#core/cards/world-info';
import { LOREBOOK_DEFAULTS, type LorebookDraft } from '#domain/lorebook';
import { CHARACTERS } from '../../support/character-cards.ts';

const plain: LorebookDraft = { ...LOREBOOK_DEFAULTS, title: '', content: 'Red 赤い 🗼.', keys: ['tower'] };

/** As SillyTavern writes it. */
const entry = {
	uid: 0,
	key: ['tower', ' 塔 '],
	keysecondary: ['night'],
	comment: 'Tower',
	content: ' Red 赤い 🗼. ',
	constant: false,
	vectorized: false,
	selective: true,
	selectiveLogic: 1,
	addMemo: true,
	order: 42,
	position: 1,
	disable: true,
	probability: 100,
	depth: 4,
	scanDepth: 7,
	caseSensitive: true,
	matchWholeWords: false,
	role: null,
};

describe('readLoreFile', () => {
	test('every field of a world-info entry that we know', () => {
		const expected: LorebookDraft = {
			title: 'Tower',
			content: 'Red 赤い 🗼.',
			keys: ['tower', '塔'],
			secondaryKeys: ['night'],
			secondaryLogic: 'not-all',
			isConstant: false,
			isEnabled: false,
			insertionOrder: 42,
			position: 'after',
			isCaseSensitive: true,
			matchesWholeWords: false,
			scanDepth: 7,
			usesPatterns: false,
		};
		expect(readLoreFile({ entries: { 0: entry, 1: { key: [] } } })).toEqual([expected]);
		expect(readLoreFile({ entries: [entry], name: 'Book' })).toEqual([expected]);
	});

	test('what is null or missing takes the default, and keys in one text are parted', () => {
		const bare = {
			key: ['tower'],
			content: 'Red 赤い 🗼.',
			scanDepth: null,
			caseSensitive: null,
			matchWholeWords: null,
		};
		expect(readLoreFile({ entries: { a: bare } })).toEqual([plain]);
		expect(readLoreFile({ entries: [{ keys: 'tower, 塔', content: 'Red 赤い 🗼.' }] })).toEqual([
			{ ...plain, keys: ['tower', '塔'] },
		]);
	});

	test('a lorebook of the V3 specification, and the book of a card', () => {
		const book = CHARACTERS[0]?.['character_book'];
		const expected = readLorebook({ spec: 'chara_card_v2', data: CHARACTERS[0] });
		expect(expected.length).toBe(5);
		expect(readLoreFile({ spec: 'lorebook_v3', data: book })).toEqual(expected);
		expect(readLoreFile({ spec: 'chara_card_v3', data: CHARACTERS[0] })).toEqual(expected);
	});

	test.each([[null], [[]], ['x'], [{}], [{ entries: 5 }], [{ name: 'A', description: 'no book' }]])(
		'%j is no lorebook',
		(json) => {
			expect(readLoreFile(json)).toBeNull();
		},
	);

	test('orders at the top of an entry of another program are followed or left out, never shown', () => {
		const book = (content: string) =>
			readLoreFile({ spec: 'lorebook_v3', data: { entries: [{ keys: ['tower'], content }] } });
		expect(book('@@depth 4\n@@scan_depth 2\nRed 赤い 🗼.')).toEqual([{ ...plain, scanDepth: 2 }]);
		expect(book('@@activate\nRed 赤い 🗼.')).toEqual([{ ...plain, isConstant: true }]);
		expect(book('@@dont_activate\n@@@role user\nRed 赤い 🗼.')).toEqual([{ ...plain, isEnabled: false }]);
		expect(book('Red 赤い 🗼.\n@@depth 4')).toEqual([{ ...plain, content: 'Red 赤い 🗼.\n@@depth 4' }]);
		expect(book('@@ at home')).toEqual([{ ...plain, content: '@@ at home' }]);
		expect(book('@@depth 4')).toEqual([]);
	});
});

test('a written file is read back as it was', () => {
	const text = fc.constantFrom('a', '灯台 🗼', '/x+, y/i', '@@depth 4\nx');
	const arbitrary = fc.record({
		title: fc.oneof(fc.constant(''), text),
		content: text,
		keys: fc.uniqueArray(text),
		secondaryKeys: fc.uniqueArray(text),
		secondaryLogic: fc.constantFrom('and-any', 'and-all', 'not-any', 'not-all'),
		isConstant: fc.boolean(),
		isEnabled: fc.boolean(),
		insertionOrder: fc.integer({ min: -1_000_000, max: 1_000_000 }),
		position: fc.constantFrom('before', 'after'),
		isCaseSensitive: fc.boolean(),
		matchesWholeWords: fc.boolean(),
		scanDepth: fc.option(fc.integer({ min: 1, max: 100 })),
		usesPatterns: fc.boolean(),
	}) satisfies fc.Arbitrary<LorebookDraft>;
	fc.assert(
		fc.property(fc.array(arbitrary, { maxLength: 15 }), (entries) => {
			const file = writeWorldInfo(entries);
			expect(readLoreFile(JSON.parse(JSON.stringify(file)))).toEqual(entries);
		}),
	);
});
