/** Cards are found in PNG and JSON files, and hostile files are refused. */
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_FILE_BYTES_MAX, cardFileCodec } from '#adapters/cards/card-file-codec';
import { pngTexts } from '#adapters/cards/png-texts';
import { chunk, pngWith, textChunk } from '../../support/png-file.ts';

const CARD = { spec: 'chara_card_v2', data: { name: '灯 🗼 “x”' } };
const encoded = (json: unknown): string => Buffer.from(JSON.stringify(json), 'utf8').toString('base64');

describe('cardFileCodec', () => {
	test('plain JSON, with or without a byte order mark', () => {
		const bytes = Buffer.from(JSON.stringify(CARD));
		expect(cardFileCodec.decodeCard(bytes)).toEqual({ ok: true, value: CARD });
		expect(cardFileCodec.decodeCard(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]))).toEqual({
			ok: true,
			value: CARD,
		});
	});

	test('a card in tEXt, zTXt or iTXt, before or after the picture', () => {
		const text = encoded(CARD);
		const compressed = deflateSync(Buffer.from(text));
		const files = [
			pngWith([textChunk('chara', text)], 'before'),
			pngWith([textChunk('Chara', text)], 'after'),
			pngWith([chunk('zTXt', Buffer.concat([Buffer.from('chara\0\0', 'latin1'), compressed]))], 'after'),
			pngWith([chunk('iTXt', Buffer.from(`chara\0\0\0en\0x\0${text}`, 'latin1'))], 'before'),
			pngWith([chunk('iTXt', Buffer.concat([Buffer.from('chara\0\x01\0\0\0', 'latin1'), compressed]))], 'before'),
		];
		for (const file of files) expect(cardFileCodec.decodeCard(file)).toEqual({ ok: true, value: CARD });
	});

	test('the newer of two cards in one file counts', () => {
		const file = pngWith([textChunk('chara', encoded({ old: true })), textChunk('ccv3', encoded(CARD))], 'after');
		expect(cardFileCodec.decodeCard(file)).toEqual({ ok: true, value: CARD });
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
	])('%s is refused', (_name, file, refusal) => {
		expect(cardFileCodec.decodeCard(file)).toEqual({ ok: false, error: refusal });
	});

	test('JSON nested very deeply is read or refused, never an exception', () => {
		for (const levels of [10_000, 1_000_000]) {
			const deep = '['.repeat(levels) + ']'.repeat(levels);
			expect(cardFileCodec.decodeCard(Buffer.from(`{"name":"A","deep":${deep}}`))).toHaveProperty('ok');
			expect(cardFileCodec.decodeCard(Buffer.from('[{"a":'.repeat(levels)))).toEqual({
				ok: false,
				error: 'json-broken',
			});
		}
	});

	test.each([
		['garbage', '!!!garbage'],
		['empty', ''],
		['an empty list', encoded([])],
		['an empty object', encoded({})],
	])('a newer card that is %s gives way to a good older one', (_name, text) => {
		const file = pngWith([textChunk('ccv3', text), textChunk('chara', encoded(CARD))], 'after');
		expect(cardFileCodec.decodeCard(file)).toEqual({ ok: true, value: CARD });
	});

	const compressed = (keyword: string, deflated: Buffer): Buffer =>
		chunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`, 'latin1'), deflated]));

	test('only the chunks of cards are inflated, the first of each, within one budget for the file', () => {
		const large = deflateSync(Buffer.alloc(7_900_000, 'a'));
		const bombs = Array.from({ length: 500 }, (_, index) => compressed(`k${index}`, large));
		const again = Array.from({ length: 500 }, () => compressed('chara', large));
		const file = pngWith([...bombs, compressed('chara', deflateSync(encoded(CARD))), ...again], 'after');
		expect(cardFileCodec.decodeCard(file)).toEqual({ ok: true, value: CARD });
		expect([...pngTexts(file, ['ccv3', 'chara', 'k7'])].map(([keyword, text]) => [keyword, text?.length])).toEqual([
			['chara', encoded(CARD).length],
			['k7', 7_900_000],
		]);
		const both = pngWith([compressed('ccv3', large), compressed('chara', large)], 'after');
		expect([...pngTexts(both, ['ccv3', 'chara'])].map(([, text]) => text?.length)).toEqual([7_900_000, undefined]);
	});

	test('a chunk longer than the file ends the search', () => {
		const file = pngWith([textChunk('chara', encoded(CARD))], 'after');
		const lying = Buffer.from(file);
		lying.writeUInt32BE(0xffffffff, 8);
		expect(pngTexts(lying, ['chara']).size).toBe(0);
	});

	test('no damage of a card file throws', () => {
		const file = pngWith([textChunk('chara', encoded(CARD))], 'after');
		fc.assert(
			fc.property(fc.nat(file.length - 1), fc.nat(255), fc.nat(file.length), (index, byte, length) => {
				const damaged = Buffer.from(file);
				damaged[index] = byte;
				expect(cardFileCodec.decodeCard(damaged.subarray(0, length))).toHaveProperty('ok');
			}),
		);
	});
});
