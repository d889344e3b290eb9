/** Archives are read within bounds, whatever their headers say. */
import { describe, expect, test } from 'vitest';
import { ARCHIVE_LIMITS } from '#adapters/cards/card-archive';
import { createCardFileCodec } from '#adapters/cards/card-file-codec';
import { charxOf } from '../../support/character-cards.ts';
import { pngWith, textChunk } from '../../support/png-file.ts';
import { type ZipEntry, zipWith } from '../../support/zip-file.ts';

const cardFileCodec = createCardFileCodec(async () => null);

const CARD = { spec: 'chara_card_v3', data: { name: '灯 🗼 “x”', assets: [] as unknown[] } };
const cardEntry = (card: unknown = CARD): ZipEntry => ({
	name: 'card.json',
	data: Buffer.from(JSON.stringify(card)),
});
const withIcon = (uri: string) => ({ ...CARD, data: { ...CARD.data, assets: [{ type: 'icon', uri, name: 'main' }] } });

async function decode(bytes: Uint8Array): Promise<unknown> {
	const card = await cardFileCodec.decodeCard(bytes);
	return card.ok ? card.value.json : card.error;
}

async function pictureOf(bytes: Uint8Array): Promise<string | null> {
	const card = await cardFileCodec.decodeCard(bytes);
	return card.ok ? (card.value.picture?.mimeType ?? null) : null;
}

describe('an archive with a card', () => {
	test('is read, packed or stored, wherever the card stands', async () => {
		expect(await decode(charxOf(CARD))).toEqual(CARD);
		expect(await decode(zipWith([{ ...cardEntry(), isStored: true }]))).toEqual(CARD);
		expect(await decode(zipWith([{ name: 'a/card.json', data: Buffer.from('{}') }, cardEntry()]))).toEqual(CARD);
	});

	test.each([
		['embeded://assets/icon/main.png', 'image/png'],
		['embedded://assets/icon/main.png', 'image/png'],
		['embeded://assets/icon/other.png', null],
		['embeded://../../etc/passwd', null],
		['https://example.org/main.png', null],
		['ccdefault:', null],
		[`data:image/png;base64,${pngWith([], 'after').toString('base64')}`, 'image/png'],
		[`data:image/webp;base64,${Buffer.from('RIFF\0\0\0\0WEBPVP8 ').toString('base64')}`, 'image/webp'],
		[`data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64')}`, 'image/jpeg'],
		['data:image/png;base64,AAAA', null],
	])('its icon at %s is kept as %s', async (uri, mimeType) => {
		expect(await pictureOf(charxOf(withIcon(uri)))).toBe(mimeType);
	});

	test('a picture is kept without its texts', async () => {
		const picture = pngWith([textChunk('Comment', 'taken at home')], 'before');
		const file = charxOf(withIcon('embeded://assets/icon/main.png'), picture);
		const card = await cardFileCodec.decodeCard(file);
		const kept = card.ok ? Buffer.from(card.value.picture?.bytes ?? []) : Buffer.alloc(0);
		expect(kept.equals(pngWith([], 'after'))).toBe(true);
	});
});

describe('a hostile archive', () => {
	const zeros = (bytes: number): Buffer => Buffer.alloc(bytes, ' ');
	const small = { name: 'x', data: Buffer.from('x') };

	test.each<[string, Buffer, string]>([
		['no card', zipWith([small]), 'no-card-inside'],
		['nothing at all', zipWith([]), 'not-a-card-file'],
		['a card that is no JSON', zipWith([{ name: 'card.json', data: Buffer.from('{"name":') }]), 'unreadable'],
		['a card that unpacks to too much', zipWith([{ name: 'card.json', data: zeros(8_000_001) }]), 'too-large'],
		['another entry that is a bomb', zipWith([{ name: 'a.bin', data: zeros(20_000_000) }, cardEntry()]), 'too-large'],
		[
			'a card that unpacks to more than it says',
			zipWith([{ name: 'card.json', data: zeros(9_000_000), says: { unpackedBytes: 900 } }]),
			'archive-broken',
		],
		[
			'a card that unpacks to less than it says',
			zipWith([{ ...cardEntry(), says: { unpackedBytes: 900 } }]),
			'archive-broken',
		],
		['a card behind the end of the file', zipWith([{ ...cardEntry(), says: { offset: 90_000 } }]), 'archive-broken'],
		[
			'a packed length beyond the file',
			zipWith([{ ...cardEntry(), says: { packedBytes: 0x7fffffff } }]),
			'archive-broken',
		],
		['lengths of four gigabytes', zipWith([{ ...small, says: { unpackedBytes: 0xfffffffe } }]), 'too-large'],
		['an unknown way of packing', zipWith([{ ...cardEntry(), says: { method: 99 } }]), 'archive-broken'],
		['a locked card', zipWith([{ ...cardEntry(), says: { flags: 0x801 } }]), 'archive-broken'],
		['a name that leads out of the folder', zipWith([{ ...small, name: '../x' }, cardEntry()]), 'archive-broken'],
		['more entries than it has', zipWith([cardEntry()], { entryCount: 40 }), 'archive-broken'],
		[
			'too many entries',
			zipWith([cardEntry(), ...Array.from({ length: ARCHIVE_LIMITS.entriesMax }, () => small)]),
			'too-large',
		],
	])('with %s is refused', async (_name, bytes, refusal) => {
		expect(await decode(bytes)).toBe(refusal);
	});

	test('many entries that together unpack to too much are refused before any is unpacked', async () => {
		const says = { unpackedBytes: 150_000_000, packedBytes: 1_000_000 };
		expect(await decode(zipWith([{ ...small, says }, { ...small, says }, cardEntry()]))).toBe('too-large');
	});

	test('a file cut anywhere is refused', async () => {
		const file = charxOf(CARD);
		for (let length = 4; length < file.length; length += 1) {
			expect(await decode(file.subarray(0, length))).toBe('archive-broken');
		}
	});
});
