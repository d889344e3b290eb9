/** Character cards become personas with nothing lost or invented. */
import { describe, expect, test } from 'vitest';
import { checkPersona } from '#core/cards/check-persona';
import { cleanPersonaName } from '#core/cards/clean-persona-name';
import { EXAMPLE_DIALOGUE_CHARACTERS_MAX, readCard } from '#core/cards/read-card';
import { readExampleDialogue } from '#core/cards/read-example-dialogue';
import { EMPTY_ATTG, PERSONA_LIMITS, type PersonaDraft } from '#domain/persona';

const V2 = {
	spec: 'chara_card_v2',
	spec_version: '2.0',
	data: {
		name: 'Aria',
		description: '{{char}} keeps a lighthouse 🗼.',
		personality: 'Quiet, stubborn',
		scenario: '',
		first_mes: 'The lamp turns.',
		mes_example: '<START>\n{{user}}: Hi\n{{char}}: Mind the stairs.\nThey creak.\n<START>\n{{char}}: 海が荒れている。',
	},
};

describe('readCard', () => {
	test('a V2 card gives name, attributes in order, and samples', () => {
		const card = readCard(V2);
		expect(card).toEqual({
			ok: true,
			value: {
				name: 'Aria',
				attributes: ['{{char}} keeps a lighthouse 🗼.', 'Quiet, stubborn'],
				samples: [
					{ user: 'Hi', persona: 'Mind the stairs.\nThey creak.' },
					{ user: null, persona: '海が荒れている。' },
				],
				triggerWords: ['aria'],
				aliases: [],
				attg: EMPTY_ATTG,
			},
		});
	});

	test('a V1 card has its fields at the top, and V3 is read like V2', () => {
		expect(readCard(V2.data)).toEqual(readCard(V2));
		expect(readCard({ ...V2, spec: 'chara_card_v3' })).toEqual(readCard(V2));
	});

	test.each([null, 3, 'x', [], {}, { name: '' }, { name: 7 }, { spec: 'chara_card_v2', data: {} }])(
		'%j is no card',
		(json) => {
			expect(readCard(json)).toEqual({ ok: false, error: 'unreadable' });
		},
	);

	test('example dialogue is read up to the limit and refused beyond it', () => {
		const mes_example = `{{char}}: ${'a'.repeat(EXAMPLE_DIALOGUE_CHARACTERS_MAX - 10)}`;
		expect(readCard({ name: 'A', mes_example }).ok).toBe(true);
		expect(readCard({ name: 'A', mes_example: `${mes_example}a` })).toEqual({
			ok: false,
			error: 'example-dialogue-too-long',
		});
	});

	test('keys that mean something to JavaScript, and deep nesting, change nothing', () => {
		const polluted: unknown = JSON.parse(
			'{"__proto__":{"description":"p"},"constructor":{"prototype":{"x":1}},"name":"A","personality":"kind"}',
		);
		expect(readCard(polluted)).toEqual(readCard({ name: 'A', personality: 'kind' }));
		expect(readCard(JSON.parse('{"spec":"x","data":{"__proto__":{"name":"A"}}}'))).toEqual({
			ok: false,
			error: 'unreadable',
		});
		expect({}).not.toHaveProperty('x');
		const deep: unknown = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`);
		expect(readCard({ name: 'A', description: deep, personality: 'kind', extensions: deep })).toEqual(
			readCard({ name: 'A', personality: 'kind' }),
		);
		expect(readCard(deep)).toEqual({ ok: false, error: 'unreadable' });
	});

	test('a field of the wrong type counts as empty', () => {
		const card = readCard({ name: 'A', description: 4, personality: 'kind', mes_example: null });
		expect(card.ok && card.value.attributes).toEqual(['kind']);
	});
});

describe('readExampleDialogue', () => {
	test('400,000 empty lines, long runs of spaces and long lines without an end are read in one pass', () => {
		const lines = '\n'.repeat(400_000);
		expect(readExampleDialogue(lines, 'Aria')).toEqual([]);
		expect(readExampleDialogue(`{{char}}: a${lines}<START>${lines}{{char}}: b`, 'Aria')).toEqual([
			{ user: null, persona: 'a' },
			{ user: null, persona: 'b' },
		]);
		const spaces = ' '.repeat(400_000);
		expect(readExampleDialogue(`${spaces}x${spaces}\n{{char}}:${spaces}y\u2028z`, 'Aria')).toEqual([
			{ user: null, persona: 'y\u2028z' },
		]);
		const spoken = readExampleDialogue('{{char}}: x\nmore\n'.repeat(100_000), 'Aria');
		expect(spoken.map((exchange) => exchange.persona.length)).toEqual([700_000 - 1]);
	});

	test('a mark of a scene counts in any case and alone on its line only', () => {
		const text = '{{user}}: a\n\t<start> \r\n{{char}}: b\nx <START>\r\ny';
		expect(readExampleDialogue(text, 'Aria')).toEqual([{ user: null, persona: 'b\nx <START>\ny' }]);
	});

	test("the persona's own name is a label too, whatever its case", () => {
		expect(readExampleDialogue('{{user}}: a\nARIA: b', 'Aria')).toEqual([{ user: 'a', persona: 'b' }]);
	});

	test('consecutive lines of one side join, and unlabelled text before the first label is left out', () => {
		const text = 'a scene\n{{user}}: a\n{{user}}: b\n{{char}}: c\n{{char}}: d';
		expect(readExampleDialogue(text, 'Aria')).toEqual([{ user: 'a\nb', persona: 'c\nd' }]);
	});

	test('a question without an answer makes no sample', () => {
		expect(readExampleDialogue('{{user}}: anyone?', 'Aria')).toEqual([]);
	});
});

describe('checkPersona', () => {
	const draft: PersonaDraft = { name: 'A', attributes: ['b'], samples: [], triggerWords: [], attg: EMPTY_ATTG };

	test('a persona at every limit passes', () => {
		const full: PersonaDraft = {
			...draft,
			name: 'n'.repeat(PERSONA_LIMITS.nameCharactersMax),
			attributes: Array.from({ length: PERSONA_LIMITS.attributesMax }, () =>
				'a'.repeat(PERSONA_LIMITS.attributeCharactersMax),
			),
			samples: Array.from({ length: PERSONA_LIMITS.samplesMax }, () => ({
				user: null,
				persona: 's'.repeat(PERSONA_LIMITS.sampleCharactersMax),
			})),
		};
		expect(checkPersona(full)).toBeNull();
	});

	test.each([
		[{ ...draft, name: ' ' }, { kind: 'blank' }],
		[{ ...draft, name: '\0' }, { kind: 'blank' }],
		[{ ...draft, name: '\u200B\u3164' }, { kind: 'blank' }],
		[{ ...draft, name: '\x07\x1b' }, { kind: 'blank' }],
		[{ ...draft, attributes: [''] }, { kind: 'blank' }],
		[{ ...draft, attributes: ['\u200B\n', '\0'] }, { kind: 'blank' }],
		[
			{ ...draft, name: 'n'.repeat(81) },
			{ kind: 'too-long', part: 'name', charactersMax: 80 },
		],
		[
			{ ...draft, attributes: ['a'.repeat(20_001)] },
			{ kind: 'too-long', part: 'personality', charactersMax: 20_000 },
		],
		[
			{ ...draft, samples: [{ user: 'u'.repeat(4_001), persona: 'x' }] },
			{ kind: 'too-long', part: 'samples', charactersMax: 4_000 },
		],
		[
			{ ...draft, samples: Array.from({ length: 16 }, () => ({ user: null, persona: 'x' })) },
			{ kind: 'too-many', part: 'samples', entriesMax: 15 },
		],
		[
			{ ...draft, triggerWords: ['t'.repeat(51)] },
			{ kind: 'too-long', part: 'triggers', charactersMax: 50 },
		],
	])('limit %# is named', (persona, problem) => {
		expect(checkPersona(persona)).toEqual(problem);
	});
});

describe('cleanPersonaName', () => {
	test.each([
		['Eve\nBob', 'Eve Bob'],
		['Eve\u2028\u0085\tBob\0 ', 'Eve Bob'],
		['\u202Eevil\u200B', 'evil'],
		['N\0ul', 'Nul'],
		['\uD800', '\uFFFD'],
		['🏳️‍🌈 می‌خواهم', '🏳️‍🌈 می‌خواهم'],
		['\0\u200B', ''],
	])('%j becomes %j', (name, cleaned) => {
		expect(cleanPersonaName(name)).toBe(cleaned);
		const card = readCard({ name });
		expect(card.ok && card.value.name).toBe(cleaned);
	});
});
