import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadTokenizer } from '#adapters/tokenizers/load-tokenizer';
import { tokenizerDirectories } from '#adapters/tokenizers/tokenizer-directories';
import { approximateTokens } from '#core/chat-completions/approximate-tokens';
import { newEncoder } from '#core/tokenizer/new-encoder';

describe('an estimate', () => {
	test.each([
		['', 0],
		['hi', 1],
		['cats', 1],
		['kitten', 2],
		['kitty', 1],
		['a cat', 2],
		['a  cat', 3],
		['2026', 4],
		['-----', 2],
		['maçã', 2],
		['привет', 3],
		['สวัสดี', 6],
		['გამარჯობა', 9],
		['h\u0337\u0322i', 4],
		['\u2800\u2800\u2800', 3],
		['\u28ff\u28ff', 6],
		['こんにちは', 5],
		['🎸', 3],
		['hi!\n', 3],
	])('of %j is %i', (text, tokens) => {
		expect(approximateTokens(text)).toBe(tokens);
	});

	test('no part of a text counts more than the whole, and two parts about as much as the whole', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (left, right) => {
				const whole = approximateTokens(left + right);
				expect(whole).toBeGreaterThanOrEqual(approximateTokens(left) - 1);
				expect(whole).toBeLessThanOrEqual(approximateTokens(left) + approximateTokens(right));
			}),
		);
	});
});

const english = `Yesterday the rain kept us inside, so we learnt the second verse by heart. Bo thinks the bridge is too slow; I don't.
	Could you ask Ellen whether she still has the old recordings? She said she'd bring them on Friday, but that was weeks ago.`;
const portuguese = `Ontem choveu o dia inteiro, então ficamos em casa e aprendemos a segunda estrofe de cor. O Bo acha que a ponte
	está lenta demais; eu não. Você pode perguntar à Ellen se ela ainda tem as gravações antigas?`;
const japanese =
	'昨日は一日中雨だったので、家で二番の歌詞を覚えました。ボーはブリッジが遅すぎると言うけれど、私はそう思いません。';

const russian = 'Вчера целый день шёл дождь, поэтому мы остались дома и выучили второй куплет наизусть.';

const directories = tokenizerDirectories(Bun.env['TOKENIZER_ASSET_DIR']);

async function expectNear(text: string, family: 'glm46' | 'nerdstash_v2'): Promise<void> {
	const loaded = await loadTokenizer(family, { directories });
	if (!loaded.ok) throw new Error(`The tokenizer ${family} is missing.`);
	const counted = newEncoder(loaded.value).count(text);
	const estimate = approximateTokens(text);
	expect(estimate).toBeGreaterThanOrEqual(counted * 0.9);
	expect(estimate).toBeLessThanOrEqual(counted * 1.5);
}

const readme = readFileSync(join(import.meta.dirname, '..', '..', '..', 'README.md'), 'utf8');

test.each([
	['English', english],
	['Markdown', readme],
])('of %s it is near what a tokenizer for English counts', async (_name, text) => {
	await expectNear(text, 'nerdstash_v2');
});

const hasGlm = (await loadTokenizer('glm46', { directories })).ok;

test.runIf(hasGlm).each([
	['English', english],
	['Portuguese', portuguese],
	['Japanese', japanese],
	['Russian', russian],
	['Markdown', readme],
])('of %s it is near what a tokenizer for all languages counts', async (_name, text) => {
	await expectNear(text, 'glm46');
});

test.runIf(hasGlm).each([
	['Thai', 'สวัสดีครับ วันนี้อากาศดีมาก เราไปเดินเล่นกันไหม'],
	['Hindi', 'नमस्ते, आप कैसे हैं? आज मौसम अच्छा है।'],
	['Hebrew', 'שלום, מה שלומך היום? ירד גשם כל היום.'],
	['Braille', '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙'],
])('of %s it is not far below what is counted', async (_name, text) => {
	const loaded = await loadTokenizer('glm46', { directories });
	if (!loaded.ok) throw new Error('The tokenizer is missing.');
	expect(approximateTokens(text)).toBeGreaterThanOrEqual(newEncoder(loaded.value).count(text) * 0.75);
});
