/** Cards are found in PNG and JSON files, and hostile files are refused. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CARD_FILE_BYTES_MAX, createCardFileCodec } from '#adapters/cards/card-file-codec';
import { pngChunks } from '#adapters/cards/png-chunks';
import { pngTexts } from '#adapters/cards/png-texts';
import { chunk, pngWith, textChunk } from '../../support/png-file.ts';

const cardFileCodec = createCardFileCodec(async () => null);

const CARD = { spec: 'chara_card_v2', data: { name: '灯 🗼 “x”' } };
/** The JSON of a file, or why it is refused. */
const decode = async (bytes: Uint8Array): Promise<unknown> => {
	const card = await cardFileCodec.decodeCard(bytes);
	return card.ok ? card.value.json : card.error;
};
const textsOf = (file: Uint8Array, keywords: readonly string[]) => pngTexts([...pngChunks(file)], keywords);
const encoded = (json: unknown): string => Buffer.from(JSON.stringify(json), 'utf8').toString('base64');

describe('createCardFileCodec', () => {
	test('plain JSON, with or without a byte order mark', async () => {
		const bytes = Buffer.from(JSON.stringify(CARD));
		expect(await decode(bytes)).toEqual(CARD);
		expect(await decode(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]))).toEqual(CARD);
	});

	test('a card in tEXt, zTXt or iTXt, before or after the picture', async () => {
		const text = encoded(CARD);
		const compressed = deflateSync(Buffer.from(text));
		const files = [
			pngWith([textChunk('chara', text)], 'before'),
			pngWith([textChunk('Chara', text)], 'after'),
			pngWith([chunk('zTXt', Buffer.concat([Buffer.from('chara\0\0', 'latin1'), compressed]))], 'after'),
			pngWith([chunk('iTXt', Buffer.from(`chara\0\0\0en\0x\0${text}`, 'latin1'))], 'before'),
			pngWith([chunk('iTXt', Buffer.concat([Buffer.from('chara\0\x01\0\0\0', 'latin1'), compressed]))], 'before'),
		];
		for (const file of files) expect(await decode(file)).toEqual(CARD);
	});

	test('the newer of two cards in one file counts', async () => {
		const file = pngWith([textChunk('chara', encoded({ old: true })), textChunk('ccv3', encoded(CARD))], 'after');
		expect(await decode(file)).toEqual(CARD);
	});

	test.each([
		['a picture without a card', pngWith([], 'before'), 'no-card-inside'],
		['a card that is no JSON', pngWith([textChunk('chara', 'bm90IGpzb24=')], 'before'), 'unreadable'],
		['something else', Buffer.from('GIF89a'), 'not-a-card-file'],
		['JSON that is cut off', Buffer.from(JSON.stringify(CARD).slice(0, -3)), 'json-broken'],
		['damaged JSON behind a byte order mark', Buffer.from('\uFEFF\n { "name": }'), 'json-broken'],
		['JSON cut inside a character', Buffer.from('{"name":"灯').subarray(0, -1), 'json-broken'],
		['an empty file', Buffer.alloc(0), 'not-a-card-file'],
		['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not-a-card-file'],
		['a file that is too large', Buffer.alloc(CARD_FILE_BYTES_MAX + 1), 'too-large'],
		[
			'a small chunk that inflates without end',
			pngWith(
				[chunk('zTXt', Buffer.concat([Buffer.from('chara\0\0', 'latin1'), deflateSync(Buffer.alloc(9_000_000))]))],
				'after',
			),
			'unreadable',
		],
	])('%s is refused', async (_name, file, refusal) => {
		expect(await decode(file)).toBe(refusal);
	});

	test('JSON nested very deeply or made of countless parts is refused before it is parsed', async () => {
		for (const levels of [101, 1_000_000]) {
			const deep = '['.repeat(levels) + ']'.repeat(levels);
			expect(await decode(Buffer.from(`{"name":"A","deep":${deep}}`))).toBe('too-complex');
			expect(await decode(Buffer.from('[{"a":'.repeat(levels)))).toBe('too-complex');
		}
		expect(await decode(Buffer.from(`[${'{},'.repeat(300_000)}0]`))).toBe('too-complex');
		const inText = JSON.stringify({ name: '[{,'.repeat(300_000), escaped: '\\"[[[' });
		expect(await decode(Buffer.from(inText))).toEqual(JSON.parse(inText));
	});

	test.each([
		['garbage', '!!!garbage'],
		['empty', ''],
		['an empty list', encoded([])],
		['an empty object', encoded({})],
	])('a newer card that is %s gives way to a good older one', async (_name, text) => {
		const file = pngWith([textChunk('ccv3', text), textChunk('chara', encoded(CARD))], 'after');
		expect(await decode(file)).toEqual(CARD);
	});

	const compressed = (keyword: string, deflated: Buffer): Buffer =>
		chunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`, 'latin1'), deflated]));

	test('only the chunks of cards are inflated, the first of each, within one budget for the file', async () => {
		const large = deflateSync(Buffer.alloc(7_900_000, 'a'));
		const bombs = Array.from({ length: 500 }, (_, index) => compressed(`k${index}`, large));
		const again = Array.from({ length: 500 }, () => compressed('chara', large));
		const file = pngWith([...bombs, compressed('chara', deflateSync(encoded(CARD))), ...again], 'after');
		expect(await decode(file)).toEqual(CARD);
		expect([...textsOf(file, ['ccv3', 'chara', 'k7'])].map(([keyword, text]) => [keyword, text?.length])).toEqual([
			['chara', encoded(CARD).length],
			['k7', 7_900_000],
		]);
		const both = pngWith([compressed('ccv3', large), compressed('chara', large)], 'after');
		expect([...textsOf(both, ['ccv3', 'chara'])].map(([, text]) => text?.length)).toEqual([7_900_000, undefined]);
	});

	test('a chunk longer than the file, and a file cut anywhere, are refused whole', async () => {
		const file = pngWith([textChunk('chara', encoded(CARD))], 'after');
		for (const said of [0xffffffff, 100_000_000, file.length]) {
			const lying = Buffer.from(file);
			lying.writeUInt32BE(said, 8);
			expect(await decode(lying)).toBe('picture-broken');
		}
		for (let length = 8; length < file.length; length += 1) {
			expect(await decode(file.subarray(0, length))).toBe('picture-broken');
		}
	});

	test('a picture of countless chunks is refused', async () => {
		const empty = chunk('tEXt', Buffer.alloc(0));
		const file = pngWith([...Array.from({ length: 20_000 }, () => empty), textChunk('chara', encoded(CARD))], 'after');
		expect(await decode(file)).toBe('picture-broken');
	});
});
