/** Every family against ids from reference implementations: SentencePiece for Kayra, Hugging Face's for the others. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { newEncoder } from '#core/tokenizer/new-encoder';
import { availableTable } from '../../../scripts/bench/available-table.ts';
import { naiJsEncoder } from '../../../scripts/bench/nai-js-encoder.ts';

interface Synthetic {
	readonly vectors: readonly { readonly text: string; readonly ids: readonly number[] }[];
}

type RandomVector = { readonly text: string } & Readonly<Record<string, readonly [number, string]>>;

const fixtures = new URL('../../fixtures/tokenizers/', import.meta.url);
const randomVectors = (await readFile(new URL('random.jsonl', fixtures), 'utf8'))
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as RandomVector);

async function syntheticVectors(family: string): Promise<Synthetic['vectors']> {
	return (JSON.parse(await readFile(new URL(`synthetic-${family}.json`, fixtures), 'utf8')) as Synthetic).vectors;
}

const families = [
	{ family: 'nerdstash_v2', synthetic: 138 },
	{ family: 'glm46', synthetic: 137 },
	{ family: 'llama3', synthetic: 134 },
];

for (const { family, synthetic } of families) {
	const table = await availableTable(family);
	const why = table === undefined ? ` (skipped: no ${family} vocabulary; setup:tokenizers or TOKENIZER_ASSET_DIR)` : '';

	describe(`${family} against golden vectors`, () => {
		test.skipIf(table === undefined)(`S084 gives the reference ids of ${synthetic} synthetic texts${why}`, async () => {
			if (table === undefined) return;
			const vectors = await syntheticVectors(family);
			const encoder = newEncoder(table);
			expect(vectors).toHaveLength(synthetic);
			for (const { text, ids } of vectors) {
				expect(encoder.encode(text), JSON.stringify(text)).toEqual(ids);
				expect(encoder.count(text)).toBe(ids.length);
			}
		});

		test.skipIf(table === undefined)(`S084 gives the reference ids of 2,020 random texts${why}`, () => {
			if (table === undefined) return;
			const encoder = newEncoder(table);
			expect(randomVectors).toHaveLength(2_020);
			for (const vector of randomVectors) {
				const ids = encoder.encode(vector.text);
				const digest = createHash('sha256').update(ids.join(',')).digest('hex').slice(0, 16);
				expect([ids.length, digest], JSON.stringify(vector.text)).toEqual(vector[family]);
			}
		});

		test.skipIf(table === undefined)(`agrees with nai-js-tokenizer on ordinary text${why}`, () => {
			if (table === undefined) return;
			const encoder = newEncoder(table);
			const theirs = naiJsEncoder(table);
			for (const text of ordinaryTexts) expect(encoder.encode(text), text).toEqual(theirs.encode(text));
		});
	});
}

const ordinaryTexts = [
	'The rain had not let up since morning, and the café on the corner was full of people who pretended to read.',
	'"You\'re late," she said. "I\'ve ordered for both of us; don\'t you dare complain."\n\nHe wouldn\'t have dared.',
	"Tomori: *laughs* well, that's 3 out of 10 - at least!\nUser: it's 12:45, we'll be there at 13:00.",
	'今日はとても寒いですね。\n「コーヒーを飲みませんか」と彼女は言った。',
	'***\nOnce upon a time there were three little pigs; the third one had read about bricks.\n⁂',
	'Größe, naïveté, señor, Ελλάδα, Москва и Київ.',
];
