/** Encoders over the real vocabularies: nothing is lost, hostile text stays cheap, sessions do not touch each other. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeTokens } from '#core/tokenizer/decode-tokens';
import { encodeUnitsMax, TextTooLongError } from '#core/tokenizer/encode-limits';
import { newEncoder } from '#core/tokenizer/new-encoder';
import type { TokenizerTable } from '#core/tokenizer/tokenizer-table';
import { availableTable } from '../../../scripts/bench/available-table.ts';

const parts = fc.oneof(
	fc.constantFrom(
		'<|user|>',
		'<|',
		'/nothink',
		'⁂',
		'***',
		" 's",
		'  ',
		'\ufeff',
		'\u0085',
		'\n\n',
		'<|startoftext|>',
		'0x41',
	),
	fc.constantFrom('Hello', ' world', '今日は', '漢字', '🙂', '\ud83d', '\ude42', '\u0000', '𠀀', '123456', 'ſ', "'S"),
	fc.string({ unit: 'grapheme', maxLength: 12 }),
	fc.string({ unit: 'binary', maxLength: 12 }),
);
const texts = fc.array(parts, { maxLength: 12 }).map((all) => all.join(''));

const random = ((): ((below: number) => number) => {
	let state = 7;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
		return (state >>> 8) % below;
	};
})();

function hanText(length: number): string {
	return Array.from({ length }, () => String.fromCharCode(0x4e00 + random(0x5000))).join('');
}

const hostile = [
	{ what: "300,000 '_'", text: '_'.repeat(300_000) },
	{ what: '14,000 Han characters', text: hanText(14_000) },
	{ what: "50,000 times 'a'", text: 'a'.repeat(50_000) },
	{ what: '100,000 spaces', text: ' '.repeat(100_000) },
	{ what: 'base64 of 60,000 bytes', text: Buffer.from(hanText(20_000)).toString('base64') },
	{ what: 'halves of special strings', text: '<|use'.repeat(20_000) },
];

for (const family of ['nerdstash_v2', 'glm46', 'llama3']) {
	const table = await availableTable(family);
	const why = table === undefined ? ` (skipped: no ${family} vocabulary; setup:tokenizers or TOKENIZER_ASSET_DIR)` : '';
	const withTable = (name: string, body: (table: TokenizerTable) => void): void => {
		test.skipIf(table === undefined)(`${name}${why}`, () => {
			if (table !== undefined) body(table);
		});
	};

	describe(`${family} encoder`, () => {
		withTable('decodes to the bytes that were encoded', (own) => {
			const encoder = newEncoder(own);
			fc.assert(
				fc.property(texts, (text) => {
					const decoded = decodeTokens(own, encoder.encode(text));
					expect(Buffer.from(decoded).equals(Buffer.from(text.toWellFormed()))).toBe(true);
				}),
				{ numRuns: 500 },
			);
		});

		withTable('gives the same ids with a warm cache as with a cold one', (own) => {
			const warm = newEncoder(own);
			fc.assert(
				fc.property(texts, (text) => {
					const cold = newEncoder(own).encode(text);
					expect(warm.encode(text)).toEqual(cold);
					expect(warm.encode(text)).toEqual(cold);
					expect(warm.count(text)).toBe(cold.length);
				}),
				{ numRuns: 200 },
			);
		});

		withTable('gives the same ids after its cache has overflowed many times', (own) => {
			const encoder = newEncoder(own);
			const line = 'Tomori: lorem ipsum zxqj, 今日は wvvkx!';
			const before = encoder.encode(line);
			for (let count = 0; count < 30_000; count += 1) encoder.count(` zq${random(2 ** 24).toString(36)}`);
			expect(encoder.encode(line)).toEqual(before);
		});

		for (const { what, text } of hostile) {
			withTable(`S082 counts ${what} within n log n operations`, (own) => {
				const encoder = newEncoder(own);
				expect(encoder.count(text)).toBeGreaterThan(0);
				const bytes = Buffer.byteLength(text);
				expect(encoder.work).toBeLessThan(5 * bytes * Math.log2(bytes));
			});
		}

		withTable('refuses more than 1,000,000 units by a named error', (own) => {
			expect(() => newEncoder(own).count('x '.repeat(500_001))).toThrow(TextTooLongError);
		});

		withTable('encodes nothing as nothing', (own) => {
			expect(newEncoder(own).encode('')).toEqual([]);
			expect(newEncoder(own).count('')).toBe(0);
		});

		withTable('counts half a surrogate pair as the replacement character', (own) => {
			expect(newEncoder(own).encode('a\ud83d b')).toEqual(newEncoder(own).encode('a\ufffd b'));
		});

		withTable('matches every special string of its own as one token', (own) => {
			const encoder = newEncoder(own);
			for (const [special, id] of own.specials) expect(encoder.encode(`x${special}`).at(-1), special).toBe(id);
		});

		withTable('keeps U+FEFF and does not take it for the line end that follows', (own) => {
			const encoder = newEncoder(own);
			const [lineEnd] = encoder.encode('\n');
			expect(encoder.encode('a\n').at(-1)).toBe(lineEnd);
			expect(Buffer.from(decodeTokens(own, encoder.encode('\ufeff\n'))).toString('hex')).toBe('efbbbf0a');
		});
	});
}

const kayra = await availableTable('nerdstash_v2');

test("S082 counts 1,000,000 '_', the longest text there may be, within n log n operations", () => {
	if (kayra === undefined) throw new Error("Kayra's vocabulary is part of the project.");
	const encoder = newEncoder(kayra);
	expect(encoder.count('_'.repeat(encodeUnitsMax))).toBe(62_500);
	expect(encoder.work).toBeLessThan(5 * encodeUnitsMax * Math.log2(encodeUnitsMax));
});

const glm = await availableTable('glm46');
const glmWhy = glm === undefined ? ' (skipped: no glm46 vocabulary; setup:tokenizers or TOKENIZER_ASSET_DIR)' : '';

test.skipIf(glm === undefined)(`GLM gives 198 for a line end and 61087 for one after U+FEFF${glmWhy}`, () => {
	if (glm === undefined) return;
	expect(newEncoder(glm).encode('\n')).toEqual([198]);
	expect(newEncoder(glm).encode('\ufeff\n')).toEqual([61_087]);
});
