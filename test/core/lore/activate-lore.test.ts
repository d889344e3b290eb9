/** Which entries come up: keys in every script, secondary keys, patterns within bounds, depth, budget and order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activateLore, type LoreQuery } from '#core/lore/activate-lore';
import { isUsableKey } from '#core/lore/match-keys';
import { parsePattern } from '#core/lore/parse-pattern';
import { occursIn } from '#core/lore/run-pattern';
import { insideWordsMax } from '#core/text/find-phrase';
import type { LineageId, ServerId } from '#domain/ids';
import { LOREBOOK_DEFAULTS, type LorebookEntry, type LorebookEntryId } from '#domain/lorebook';

const lineageId = 1 as LineageId;

function entry(id: number, change: Partial<LorebookEntry> = {}): LorebookEntry {
	return {
		...LOREBOOK_DEFAULTS,
		id: id as LorebookEntryId,
		serverId: 1 as ServerId,
		lineageId: null,
		title: 'title',
		content: `content ${id}`,
		keys: ['harbour'],
		createdAtMs: 0,
		updatedAtMs: 0,
		...change,
	};
}

function activate(entries: readonly LorebookEntry[], change: Partial<LoreQuery> = {}) {
	const projections = ['we walked to the harbour'];
	return activateLore({ entries, lineageId, projections, charactersMax: 8000, ...change });
}

function idsOf(entries: readonly LorebookEntry[], change: Partial<LoreQuery> = {}): readonly number[] {
	return activate(entries, change).active.map((one) => one.entry.id);
}

function comesUp(key: string, text: string, change: Partial<LorebookEntry> = {}): boolean {
	return idsOf([entry(1, { keys: [key], ...change })], { projections: [text] }).length === 1;
}

describe('keys', () => {
	test.each([
		['北京', '我住在北京市', true],
		['北京', '我住在南京', false],
		['café', 'the Café is open', true],
		['café', 'the cafe\u0301 is open', true],
		['café', 'cafés', false],
		['caf', 'the café', false],
		['Zoë', 'ask zoë!', true],
		['Zo', 'ask Zoë', false],
		['José', "José's car", true],
		['Jos', 'José', false],
		['москва', 'Москва!', true],
		['猫', '黒猫カフェ', true],
		['서울', '서울에서', true],
		['กรุงเทพ', 'ไปกรุงเทพกัน', true],
		['new york', 'New\nYork', true],
		['art', 'start', false],
		['art', 'art-house', true],
		['C++', 'we use c++ here', true],
		['Tokyo', '東京Tokyo駅', true],
	])('S102 %s in %j: %s', (key, text, wanted) => {
		expect(comesUp(key, text)).toBe(wanted);
	});

	test('capitals matter only where an entry says so, and parts of words only where it does not ask for whole ones', () => {
		expect(comesUp('Bo', 'bo')).toBe(true);
		expect(comesUp('Bo', 'bo', { isCaseSensitive: true })).toBe(false);
		expect(comesUp('art', 'start', { matchesWholeWords: false })).toBe(true);
		expect(comesUp('', 'anything')).toBe(false);
	});

	test('a key that is met inside other words a thousand times is taken not to stand alone', () => {
		expect(comesUp('or', `${'words '.repeat(insideWordsMax - 1)}or`)).toBe(true);
		expect(comesUp('or', `${'words '.repeat(insideWordsMax)}or`)).toBe(false);
	});

	test.each([
		['and-any', ['sea', 'moon'], true],
		['and-any', ['moon'], false],
		['and-all', ['sea', 'ship'], true],
		['and-all', ['sea', 'moon'], false],
		['not-any', ['moon'], true],
		['not-any', ['sea', 'moon'], false],
		['not-all', ['sea', 'moon'], true],
		['not-all', ['sea', 'ship'], false],
	] as const)('secondary keys: %s of %j is %s', (secondaryLogic, secondaryKeys, wanted) => {
		const text = 'the harbour, the sea and a ship';
		expect(comesUp('harbour', text, { secondaryLogic, secondaryKeys })).toBe(wanted);
		expect(comesUp('nothing', text, { secondaryLogic, secondaryKeys })).toBe(false);
	});

	test('S101 secondary keys that are blank do not count, disabled entries and foreign lineages never come up', () => {
		expect(comesUp('harbour', 'harbour', { secondaryKeys: [' '] })).toBe(true);
		expect(
			idsOf([entry(1, { isEnabled: false }), entry(2, { lineageId: 2 as LineageId }), entry(3, { lineageId })]),
		).toEqual([3]);
		expect(idsOf([entry(1, { isEnabled: false, isConstant: true }), entry(2, { content: ' ' })])).toEqual([]);
	});

	test('only the last entries of the conversation are searched, the trigger among them', () => {
		const projections = ['harbour', ...Array.from({ length: 9 }, () => 'x')];
		expect(idsOf([entry(1)], { projections })).toEqual([1]);
		expect(idsOf([entry(1)], { projections: [...projections, 'y'] })).toEqual([]);
		expect(idsOf([entry(1, { scanDepth: 1 })], { projections: ['x', 'harbour'] })).toEqual([1]);
		expect(idsOf([entry(1, { scanDepth: 1 })], { projections: ['harbour', 'x'] })).toEqual([]);
		expect(idsOf([entry(1, { scanDepth: 0 })], { projections: ['harbour'] })).toEqual([]);
	});
});

describe('patterns', () => {
	test.each([
		['/har+bou?r/i', 'the HARRBOR', true],
		['/har+bou?r/', 'the HARRBOR', false],
		['/^we\\b.*harbour$/', 'we saw the harbour', true],
		['/(cat|dog)s? {1,2}run/', 'dogs  run', true],
		['/[\\p{Lu}]\\d{2,3}/', 'room B12', true],
		['/[^a-z]{3}/', 'ab1c', false],
		['/猫+/', '黒猫猫', true],
		['/\\$\\-5/', 'it is $-5', true],
		['/^harbour$/m', 'the\nharbour\nsleeps', true],
		['/^harbour$/', 'the\nharbour\nsleeps', false],
		['/the.harbour/s', 'the\nharbour', true],
		['/the.harbour/', 'the\nharbour', false],
		['/harbour/gu', 'the harbour', true],
		// Words with slashes, which are no patterns.
		['/r/cats', 'read it', false],
		['/r/cats', 'see /r/cats!', true],
		['/home/bo', 'at home', false],
	])('%s in %j: %s', (key, text, wanted) => {
		expect(comesUp(key, text)).toBe(wanted);
	});

	test('with patterns switched on, keys need no slashes', () => {
		expect(comesUp('h.rb', 'harbour', { usesPatterns: true })).toBe(true);
		expect(comesUp('h.rb', 'harbour')).toBe(false);
	});

	test.each([
		'/(a)\\1/',
		'/(?=a)b/',
		'/(?<!a)b/',
		'/(/',
		'/a{9,1}/',
		`/${'a'.repeat(201)}/`,
		'/(a{99}){99}/',
		'/((){999}){999}/',
	])('%s cannot be run and never comes up', (key) => {
		expect(isUsableKey(key, LOREBOOK_DEFAULTS as LorebookEntry)).toBe(false);
		expect(comesUp(key, 'a'.repeat(300))).toBe(false);
	});

	test('finds what a regular expression finds', () => {
		const atom = fc.constantFrom('a', 'b', '.', '[ab]', '(a|b)', '(?:ab)', '\\b', '^', '$', 'a|b');
		const piece = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}'));
		const source = fc
			.array(piece, { minLength: 1, maxLength: 5 })
			.map((parts) => parts.map(([one, count]) => (/^[\\^$]|\|[^)]/.test(one) ? one : one + count)).join(''));
		fc.assert(
			fc.property(source, fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'c'), maxLength: 12 }), (pattern, text) => {
				const program = parsePattern(pattern, '');
				if (program === null) throw new Error(pattern);
				expect(occursIn(program, text, { left: 1_000_000 })).toBe(new RegExp(pattern, 'u').test(text));
			}),
			{ numRuns: 1000 },
		);
	});

	test('what takes a backtracking machine for ever costs no more than steps times characters', () => {
		for (const source of ['(a+)+$', '(a|a)*b', 'a*a*a*a*a*a*b', '(.*)*x']) {
			const program = parsePattern(source, '');
			if (program === null) throw new Error(source);
			const work = { left: 1_000_000 };
			expect(occursIn(program, `${'a'.repeat(5_000)}!`, work)).toBe(false);
			expect(1_000_000 - work.left).toBeLessThan(5_002 * (program.steps.length + 2));
		}
	});

	test('once the work of a turn is used up no pattern comes up, but words still do', () => {
		const hungry = Array.from({ length: 400 }, (_, id) => entry(id, { keys: ['/(a|b|c|d)*z/'], scanDepth: 100 }));
		const late = [entry(500, { keys: ['/aaa/'] }), entry(501, { keys: ['harbour'] })];
		const projections = [`harbour ${'abcd'.repeat(5_000)}`];
		expect(idsOf([...hungry, ...late], { projections })).toEqual([501]);
		expect(idsOf(late, { projections: [`harbour aaa`] })).toEqual([500, 501]);
	});

	test('a pattern that nobody had work left to look for is not taken to be missing', () => {
		const hungry = Array.from({ length: 400 }, (_, id) => entry(id, { keys: ['/(a|b|c|d)*z/'], scanDepth: 100 }));
		const projections = [`harbour ${'abcd'.repeat(5_000)} moon`];
		for (const secondaryLogic of ['not-any', 'not-all'] as const) {
			const unless = (id: number, key: string) => entry(id, { secondaryKeys: [key], secondaryLogic });
			expect(idsOf([...hungry, unless(500, '/moon/'), unless(501, 'sun')], { projections })).toEqual([501]);
		}
	});

	test('reading patterns is work too, so a card full of them costs a turn no more than its share', () => {
		const keys = Array.from({ length: 50 }, (_, index) => `/q${'[a-z]+'.repeat(32)}${index}/`);
		const full = Array.from({ length: 500 }, (_, id) => entry(id, { keys }));
		expect(idsOf([...full, entry(500, { keys: ['/hi/'] })], { projections: ['hi'] })).toEqual([]);
		expect(idsOf([entry(500, { keys: ['/hi/'] })], { projections: ['hi'] })).toEqual([500]);
	});
});

describe('budget and order', () => {
	const sized = (id: number, length: number, change: Partial<LorebookEntry> = {}) =>
		entry(id, { content: 'x'.repeat(length), ...change });

	test('Always On entries take the budget first, then the highest order; what does not fit is skipped, smaller ones still come up', () => {
		const entries = [
			sized(1, 50, { insertionOrder: 1 }),
			sized(2, 60, { insertionOrder: 9 }),
			sized(3, 20, { insertionOrder: 5 }),
			sized(4, 40, { isConstant: true, keys: [] }),
		];
		const { active, skipped } = activate(entries, { charactersMax: 120 });
		expect(active.map((one) => [one.entry.id, one.activation])).toEqual([
			[4, 'always'],
			[3, 'activated'],
			[2, 'activated'],
		]);
		expect(skipped.map(({ id }) => id)).toEqual([1]);
	});

	test('within each group those before stand first, then by order, then by age', () => {
		const entries = [
			entry(1, { position: 'after', insertionOrder: 1 }),
			entry(2, { insertionOrder: 7 }),
			entry(3, { insertionOrder: 3 }),
			entry(4, { insertionOrder: 3 }),
			entry(5, { isConstant: true, position: 'after' }),
			entry(6, { isConstant: true }),
		];
		expect(idsOf(entries)).toEqual([6, 5, 3, 4, 2, 1]);
	});
});
