/** Fuzzers: whatever is done to a card file, it is read or refused with one of the known reasons. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCardFileCodec } from '#adapters/cards/card-file-codec';
import { readCardSettings } from '#core/cards/card-settings';
import { keptFields } from '#core/cards/kept-fields';
import { readLineage } from '#core/cards/own-fields';
import { readCard } from '#core/cards/read-card';
import { lorebookProblem, readLorebook, readLoreFile } from '#core/cards/read-lorebook';
import { writeCards } from '#core/cards/write-card';
import { CHARACTERS, cardFiles, charxOf } from '../../support/character-cards.ts';
import { chunk, pngWith } from '../../support/png-file.ts';

const cardFileCodec = createCardFileCodec(async () => null);

/** Fixed, so that what fails once fails again. */
const seeded = { seed: 20_261_201, numRuns: 400 };

const REFUSALS = [
	...['too-large', 'too-complex', 'not-a-card-file', 'json-broken', 'picture-broken', 'archive-broken'],
	...['no-card-inside', 'unreadable'],
];

/** Reads a file as an import does, up to the writing of its export. */
async function takeWhole(bytes: Uint8Array): Promise<void> {
	const card = await cardFileCodec.decodeCard(bytes);
	if (!card.ok) {
		expect(REFUSALS).toContain(card.error);
		return;
	}
	takeJson(card.value.json);
}

function takeJson(json: unknown): void {
	const persona = readCard(json);
	const lore = readLorebook(json);
	lorebookProblem(lore);
	readLoreFile(json);
	readLineage(json);
	if (!persona.ok) return;
	const lineage = { id: 1, keyVersion: 1, signature: '' };
	const { v3 } = writeCards({
		persona: persona.value,
		lore,
		settings: readCardSettings(json),
		fields: keptFields(json),
		lineage,
	});
	expect(readCard(JSON.parse(v3)).ok).toBe(true);
}

/** Bytes changed, cut out, doubled or inserted, several times over. */
const damage = fc.array(
	fc.record({
		kind: fc.constantFrom('set', 'cut', 'double', 'insert'),
		at: fc.double({ min: 0, max: 1, noNaN: true }),
		length: fc.nat(64),
		bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
	}),
	{ minLength: 1, maxLength: 6 },
);

type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function damaged(file: Uint8Array, steps: Damage): Uint8Array {
	return steps.reduce<Buffer>((bytes, { kind, at, length, bytes: given }) => {
		const index = Math.floor(at * bytes.length);
		const [before, after] = [bytes.subarray(0, index), bytes.subarray(index)];
		if (kind === 'cut') return Buffer.concat([before, after.subarray(length)]);
		if (kind === 'double') return Buffer.concat([before, after.subarray(0, length), after]);
		if (kind === 'insert') return Buffer.concat([before, given, after]);
		return Buffer.concat([before, given, after.subarray(given.length)]);
	}, Buffer.from(file));
}

describe('damaged files', () => {
	const files = CHARACTERS.flatMap(cardFiles);

	test('pictures, archives and JSON with bytes changed, cut out, doubled and inserted', async () => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...files), damage, async ({ bytes }, steps) => {
				await takeWhole(damaged(bytes, steps));
			}),
			{ ...seeded, numRuns: 1_500 },
		);
	});

	test('pictures of random chunks', async () => {
		const type = fc.constantFrom('tEXt', 'zTXt', 'iTXt', 'IHDR', 'IDAT', 'IEND', 'PLTE');
		const data = fc.oneof(
			fc.uint8Array({ maxLength: 64 }),
			fc.string({ maxLength: 64 }).map((text) => Buffer.from(`chara\0${text}`)),
			fc.uint8Array({ maxLength: 32 }).map((bytes) => Buffer.concat([Buffer.from('ccv3\0\x01\0\0\0'), bytes])),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(fc.tuple(type, data), { maxLength: 8 }), async (chunks) => {
				await takeWhole(
					pngWith(
						chunks.map(([name, bytes]) => chunk(name, Buffer.from(bytes))),
						'before',
					),
				);
			}),
			seeded,
		);
	});

	test('files that only begin like one', async () => {
		const beginnings = ['\x89PNG\r\n\x1a\n', 'PK\x03\x04', '{', '[', '\xef\xbb\xbf{', ''].map((text) => {
			return Buffer.from(text, 'latin1');
		});
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 400 }), async (beginning, rest) => {
				await takeWhole(Buffer.concat([beginning, rest]));
			}),
			seeded,
		);
	});

	test('any JSON at all, alone and in every place of a card', async () => {
		const places = ['name', 'description', 'mes_example', 'extensions', 'character_book', 'assets', 'nickname'];
		await fc.assert(
			fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...places), async (value, place) => {
				takeJson(value);
				const data = { ...CHARACTERS[0], [place]: value };
				takeJson({ spec: 'chara_card_v3', data });
				takeJson({ spec: 'chara_card_v2', data: { ...data, character_book: { entries: value } } });
				takeJson({ spec: 'chara_card_v2', data: { ...data, extensions: { tomori: value } } });
				takeJson({ entries: value });
				await takeWhole(charxOf({ spec: 'chara_card_v3', data }));
			}),
			seeded,
		);
	});

	test('names of what every object has are names like any other', () => {
		const json: unknown = JSON.parse(
			'{"spec":"chara_card_v3","data":{"name":"A","description":"b","__proto__":{"polluted":1},"extensions":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}}',
		);
		takeJson(json);
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});
});
