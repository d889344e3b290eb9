/** Who is called by what words, in every script. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallablePersona, compileCalls } from '#core/triggers/compile-calls';
import type { PersonaId } from '#domain/ids';
import { findCallsSlowly } from './find-calls-slowly.ts';

function persona(id: number, name: string, rest: Partial<CallablePersona> = {}): CallablePersona {
	return { id: id as PersonaId, isAlter: id > 1, name, aliases: [], triggerWords: [], ...rest };
}

/** The ids of those called, a deliberate call with an at sign. */
function called(text: string, ...personas: readonly CallablePersona[]): readonly string[] {
	return compileCalls(personas)
		.findCalls(text)
		.map((call) => `${call.isDeliberate ? '@' : ''}${call.personaId}`);
}

const tomori = persona(1, 'Tomori', { triggerWords: ['ともり', 'Zoë', 'night owl'], aliases: ['토모리'] });

describe('a word calls', () => {
	test.each([
		'Tomori',
		'hey TOMORI!',
		'tomori?',
		"isn't that tomori's tea",
		'**tomori**',
		'_tomori_',
		'(tomori)',
		'tomoriii',
		'ＴＯＭＯＲＩ',
		'tomori❤️',
		'to\u200Bmori',
		'zoë',
		'zoe\u0308, hi',
		'ZOË',
		'a Night\n  Owl flies',
		'ねえともりー、いる？',
		'tomoriちゃん',
		'토모리야 안녕',
		'Tomori\u0301 is not her, tomori is',
	])('in %j', (text) => {
		expect(called(text, tomori)).toEqual(['1']);
	});

	test.each([
		'',
		'tomorrow',
		'autotomori',
		'tomorix',
		'tomorí',
		'tomori2',
		'Zoe',
		'zoër',
		'night, owl',
		'to mori',
		'tomor',
		'<:tomori:123456789012345678>',
		'<a:tomori:123456789012345678>',
		'see https://example.org/tomori/zoë?q=tomori',
		'www.tomori.org',
		'write to tomori@example.org or me@tomori.example.org',
		'</tomori show:123456789012345678>',
	])('not in %j', (text) => {
		expect(called(text, tomori)).toEqual([]);
	});

	test('behind an at sign deliberately', () => {
		expect(called('@tomori hi', tomori)).toEqual(['@1']);
		expect(called('tomori, I said @tomori', tomori)).toEqual(['@1']);
		expect(called('me@tomori', tomori)).toEqual(['1']);
	});
});

describe('several personas', () => {
	test('are called in the order of their words, each once', () => {
		const rin = persona(3, 'Rin');
		expect(called('rin and tomori and rin', tomori, rin)).toEqual(['3', '1']);
	});

	test('the longer name counts where one begins with the other', () => {
		const nao = persona(2, 'Tomori Nao');
		expect(called('Tomori Nao, hi', tomori, nao)).toEqual(['2']);
		expect(called('Tomori, Nao', tomori, nao)).toEqual(['1']);
	});

	test('a word of several belongs to the main one, else to the lowest id', () => {
		const shared = { triggerWords: ['fox'] };
		expect(called('fox', persona(4, 'D', shared), persona(2, 'B', shared))).toEqual(['2']);
		expect(called('FOX', persona(2, 'B', shared), persona(1, 'Fox'))).toEqual(['1']);
	});

	test('names that differ in a doubled letter are told apart, and stretched ones call the nearest', () => {
		const both = [persona(2, 'An'), persona(3, 'Ann')];
		expect(called('an', ...both)).toEqual(['2']);
		expect(called('ann', ...both)).toEqual(['3']);
		expect(called('annnn', ...both)).toEqual(['3']);
		expect(called('aan', ...both)).toEqual(['2']);
	});

	test('digits are not stretched', () => {
		expect(called('agent 77', persona(2, 'Agent 7'))).toEqual([]);
	});
});

const letters = fc.constantFrom('a', 'b', 'A', 'é', 'e\u0301', 'と', '북', '7', ' ', '_', '@', '-', "'", '!');
const text = fc.array(letters, { maxLength: 24 }).map((parts) => parts.join(''));
const word = fc.array(letters, { maxLength: 4 }).map((parts) => parts.join(''));
const someone = fc.record({
	name: word,
	aliases: fc.array(word, { maxLength: 2 }),
	triggerWords: fc.array(word, { maxLength: 2 }),
});
const company = fc
	.array(someone, { minLength: 1, maxLength: 4 })
	.map((people) => people.map(({ name, ...rest }, index) => persona(index + 1, name, rest)));

describe('whatever is written', () => {
	test('calls those that a slow and simple search finds', () => {
		fc.assert(
			fc.property(company, text, (personas, written) => {
				expect(compileCalls(personas).findCalls(written)).toEqual(findCallsSlowly(personas, written));
			}),
			{ numRuns: 3_000 },
		);
	});

	test('nothing depends on the order in which personas are listed', () => {
		fc.assert(
			fc.property(company, text, (personas, written) => {
				const backwards = compileCalls(personas.toReversed());
				expect(backwards.findCalls(written)).toEqual(compileCalls(personas).findCalls(written));
			}),
		);
	});

	test('a stretched word calls like the plain one', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^[a-zäöéαω]{1,12}$/),
				fc.nat(11),
				fc.integer({ min: 1, max: 9 }),
				(name, at, more) => {
					const place = at % name.length;
					const stretched = `${name.slice(0, place)}${(name[place] ?? '').repeat(more)}${name.slice(place)}`;
					expect(called(`oh ${stretched}!`, persona(1, name))).toEqual(['1']);
				},
			),
		);
	});
});
