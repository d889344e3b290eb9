/** The manifest as it is checked in. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parseManifest, parseSpecials, specialStringsOf } from '#core/tokenizer/manifest';

const text = await readFile(new URL('../../../tokenizers/manifest.json', import.meta.url), 'utf8');
const manifest = parseManifest(text);

describe('tokenizers/manifest.json', () => {
	test('names a family for every model of NovelAI', () => {
		const models = Object.values(manifest.families).flatMap((family) => family.models);
		expect(new Set(models)).toEqual(new Set(['kayra-v1', 'glm-4-6', 'xialong-v1', 'llama-3-erato-v1']));
	});

	test('pins every source by a hash of its own or, failing that, by the hash of what it must yield', () => {
		for (const [family, { sources, raw }] of Object.entries(manifest.families)) {
			expect(raw.sha256).toHaveLength(64);
			for (const source of sources) {
				if (source.kind === 'npm') continue;
				const pinned = source.sha256 ?? source.gitBlobSha1;
				expect(pinned !== undefined || family === 'nerdstash_v2', source.url).toBe(true);
			}
		}
	});

	test("tells the special strings that text must not forge, but not Kayra's symbols for ordinary strings", () => {
		const glm = specialStringsOf(manifest, 'glm46');
		expect(glm).toHaveLength(36);
		expect(glm).toEqual(expect.arrayContaining(['[gMASK]', '<sop>', '<|user|>', '/nothink', '</think>']));
		const kayra = specialStringsOf(manifest, 'nerdstash_v2');
		expect(kayra).toEqual(expect.arrayContaining(['<|startoftext|>', '<|endoftext|>', '<|fill|>']));
		expect(kayra.filter((special) => !special.startsWith('<|'))).toEqual([]);
		expect(specialStringsOf(manifest, 'llama3')).toHaveLength(256);
		expect(specialStringsOf(manifest, 'glm5')).toEqual([]);
	});

	test('is refused when a pin is not a hash', () => {
		expect(() => parseManifest(text.replace(/"sha256": "[0-9a-f]{64}"/, '"sha256": "latest"'))).toThrow();
	});
});

describe('parseSpecials', () => {
	test('takes a record of ids and nothing else', () => {
		expect(parseSpecials('{"<|startoftext|>":128000}')).toEqual({ '<|startoftext|>': 128_000 });
		expect(() => parseSpecials('["<|startoftext|>"]')).toThrow();
		expect(() => parseSpecials('{"x":-1}')).toThrow();
	});
});
