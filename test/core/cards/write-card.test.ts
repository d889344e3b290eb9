/** A persona that goes out as a card comes back the same, and the card that it writes then is the same too. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CardSettings, NO_CARD_SETTINGS, readCardSettings } from '#core/cards/card-settings';
import { keptFields } from '#core/cards/kept-fields';
import { readLineage } from '#core/cards/own-fields';
import { readCard } from '#core/cards/read-card';
import { readLorebook } from '#core/cards/read-lorebook';
import { type CardSource, writeCards } from '#core/cards/write-card';
import { LOREBOOK_DEFAULTS, type LorebookDraft } from '#domain/lorebook';
import { EMPTY_ATTG, type PersonaDraft } from '#domain/persona';
import { CHARACTERS } from '../../support/character-cards.ts';

const lineage = { id: 7, keyVersion: 2, signature: 'abc' };

/** What an import makes of a card. */
function sourceOf(text: string): CardSource {
	const json: unknown = JSON.parse(text);
	const persona = readCard(json);
	if (!persona.ok) throw new Error(persona.error);
	const fields = JSON.parse(JSON.stringify(keptFields(json)));
	const settings = readCardSettings(json);
	return { persona: persona.value, lore: readLorebook(json), settings, fields, lineage: readLineage(json) ?? lineage };
}

/** Texts as they are stored: trimmed, with anything inside. */
const text = fc
	.oneof(
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
		fc.stringMatching(/^[a{}:<>\n灯🗼“ ]{1,30}$/u),
		fc.constantFrom('{{user}}: hi', '<START>', '@@depth 4\nx', 'a\n\n\nb', '{{char}}：ok', '👩🏽‍🚀', 'a\r\nb'),
	)
	.map((value) => value.toWellFormed().trim())
	.filter((value) => value !== '');
const line = fc.constantFrom('', 'x', '“灯”', 'a, b');

const personas: fc.Arbitrary<PersonaDraft> = fc.record({
	name: fc.constantFrom('Ondine', '灯狐 🦊', 'Señor E.'),
	attributes: fc.array(text, { minLength: 1, maxLength: 4 }),
	samples: fc.array(fc.record({ user: fc.option(text), persona: text }), { maxLength: 4 }),
	triggerWords: fc.array(text, { maxLength: 3 }),
	aliases: fc.array(text, { maxLength: 3 }),
	attg: fc.record({
		author: line,
		title: line,
		tags: line,
		genre: line,
		stars: fc.option(fc.integer({ min: 1, max: 5 })),
	}),
});

const keys = fc.uniqueArray(text, { maxLength: 4 });
const entries: fc.Arbitrary<LorebookDraft> = fc.record({
	title: fc.oneof(fc.constant(''), text),
	content: text,
	keys,
	secondaryKeys: keys,
	secondaryLogic: fc.constantFrom('and-any', 'and-all', 'not-any', 'not-all'),
	isConstant: fc.boolean(),
	isEnabled: fc.boolean(),
	insertionOrder: fc.integer({ min: -1_000_000, max: 1_000_000 }),
	position: fc.constantFrom('before', 'after'),
	isCaseSensitive: fc.boolean(),
	matchesWholeWords: fc.boolean(),
	scanDepth: fc.option(fc.integer({ min: 1, max: 100 })),
	usesPatterns: fc.boolean(),
});

const settingsOf: fc.Arbitrary<CardSettings> = fc.record({
	prompt: fc.option(text),
	contextNote: fc.option(text),
	contextNoteDepth: fc.option(fc.integer({ min: 0, max: 100 })),
	humanizerDegree: fc.option(fc.constantFrom(0, 1, 2, 3)),
});

describe('writeCards', () => {
	test.each(['v3', 'v2'] as const)(
		'importing an exported %s card gives the persona back, and its second export',
		(version) => {
			fc.assert(
				fc.property(personas, fc.array(entries, { maxLength: 4 }), settingsOf, (persona, lore, settings) => {
					const source: CardSource = { persona, lore, settings, fields: {}, lineage };
					const written = writeCards(source);
					const again = sourceOf(written[version]);
					expect(again.persona).toEqual(persona);
					expect(again.lore).toEqual(lore);
					expect(again.settings).toEqual(settings);
					expect(again.lineage).toEqual(lineage);
					expect(writeCards(again)).toEqual(written);
				}),
			);
		},
	);

	test.each(CHARACTERS)(
		"$name: what another program's card says is said by the export, and by the next one",
		(data) => {
			const imported = sourceOf(JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data }));
			const { v3, v2 } = writeCards(imported);
			const { character_book: book, extensions, ...fields } = data;
			for (const written of [v3, v2]) {
				const json = JSON.parse(written) as { data: Record<string, unknown> };
				expect(json.data).toMatchObject(fields);
				expect(json.data['extensions']).toMatchObject(extensions as object);
				expect(json.data['character_book'] === undefined).toBe(book === undefined);
			}
			expect(sourceOf(v3)).toEqual(imported);
			expect(writeCards(sourceOf(v3))).toEqual({ v3, v2 });
			expect(writeCards(sourceOf(v2)).v2).toBe(v2);
		},
	);

	const plain: PersonaDraft = {
		name: 'Ondine',
		attributes: ['Patient.', 'Dry.'],
		samples: [{ user: null, persona: 'Ahoy.' }],
		triggerWords: ['ondine', 'keeper'],
		aliases: ['Ody'],
		attg: { ...EMPTY_ATTG, author: 'N. N.', stars: 4 },
	};
	const card = (change: Record<string, unknown> = {}): string => {
		const json = JSON.parse(
			writeCards({ persona: plain, lore: [], settings: NO_CARD_SETTINGS, fields: {}, lineage }).v3,
		);
		return JSON.stringify({ ...json, data: { ...json.data, ...change } });
	};

	test('the card says what it is, and programs that know no attributes read one personality', () => {
		const json = JSON.parse(card());
		expect(json).toMatchObject({ spec: 'chara_card_v3', spec_version: '3.0' });
		expect(json.data).toMatchObject({ description: 'Patient.\n\nDry.', mes_example: '<START>\n{{char}}: Ahoy.' });
	});

	test('what somebody edited in another program counts, and the rest stays ours', () => {
		const edited = sourceOf(card({ description: 'Impatient.', mes_example: '{{user}}: Hi\n{{char}}: Bye.' }));
		expect(edited.persona).toEqual({
			...plain,
			attributes: ['Impatient.'],
			samples: [{ user: 'Hi', persona: 'Bye.' }],
		});
	});

	test('a persona that changed since its import is exported as it is now', () => {
		const imported = sourceOf(JSON.stringify({ spec: 'chara_card_v2', data: CHARACTERS[0] }));
		const persona = { ...imported.persona, attributes: ['Changed.'], samples: [] };
		const json = JSON.parse(writeCards({ ...imported, persona }).v3);
		expect(json.data).toMatchObject({ description: 'Changed.', personality: '', scenario: '', mes_example: '' });
		expect(json.data.first_mes).toBe(CHARACTERS[0]?.first_mes);
	});

	test('the prompt and the note of a card are settings, and an export follows them', () => {
		const depth_prompt = { prompt: 'Whisper.', depth: 2, role: 'system' };
		const data = {
			...CHARACTERS[0],
			system_prompt: '{{original}}\nBe {{char}}.',
			extensions: { depth_prompt, fav: true },
		};
		const imported = sourceOf(JSON.stringify({ spec: 'chara_card_v2', data }));
		expect(imported.settings).toEqual({
			prompt: 'Be {{char}}.',
			contextNote: 'Whisper.',
			contextNoteDepth: 2,
			humanizerDegree: null,
		});
		const dataOf = (source: CardSource) => JSON.parse(writeCards(source).v3).data;
		expect(dataOf(imported)).toMatchObject({
			system_prompt: data.system_prompt,
			extensions: { depth_prompt, fav: true },
		});
		const cleared = dataOf({ ...imported, settings: NO_CARD_SETTINGS });
		expect(cleared.system_prompt).toBe('');
		expect(cleared.extensions).toEqual({ fav: true, tomori: expect.anything() });
		const changed = { ...NO_CARD_SETTINGS, prompt: 'New.', contextNote: 'Shout.' };
		expect(dataOf({ ...imported, settings: changed })).toMatchObject({
			system_prompt: 'New.',
			extensions: { depth_prompt: { prompt: 'Shout.', depth: 4 } },
		});
	});

	test('texts beyond the limits of our settings are no settings, and stay in the card', () => {
		const depth_prompt = { prompt: 'x'.repeat(2_001), depth: 2 };
		const data = { ...CHARACTERS[0], system_prompt: 'x'.repeat(8_001), extensions: { depth_prompt } };
		const imported = sourceOf(JSON.stringify({ spec: 'chara_card_v2', data }));
		expect(imported.settings).toEqual(NO_CARD_SETTINGS);
		const { data: written } = JSON.parse(writeCards(imported).v3);
		expect(written).toMatchObject({ system_prompt: data.system_prompt, extensions: { depth_prompt } });
	});

	test('fields that are too large together, and lineages of odd shapes, are left', () => {
		expect(keptFields({ name: 'A', first_mes: 'x'.repeat(500_001) })).toEqual({});
		for (const id of [0, -1, 1.5, 2 ** 31, '7', null]) {
			const own = { extensions: { tomori: { lineage: { id, key_version: 1, signature: 'a' } } } };
			expect(readLineage({ name: 'A', ...own })).toBeNull();
		}
		expect(readLineage('x')).toBeNull();
	});

	test('an entry that is written keeps every default', () => {
		const entry = { ...LOREBOOK_DEFAULTS, title: '', content: 'Red.', keys: ['tower'] };
		expect(
			sourceOf(writeCards({ persona: plain, lore: [entry], settings: NO_CARD_SETTINGS, fields: {}, lineage }).v2).lore,
		).toEqual([entry]);
	});
});
