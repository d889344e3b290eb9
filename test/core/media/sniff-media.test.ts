/** What a file is, by its bytes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sniffMedia } from '#core/media/sniff-media';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const boxed = (brands: string): Uint8Array => bytes(`\0\0\0\x20ftyp${brands}`);

describe('sniffMedia', () => {
	test.each([
		['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
		['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
		['GIF89a\x01\0', 'image/gif'],
		['GIF87a\x01\0', 'image/gif'],
		['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
		['BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'image/bmp'],
		['\x1aE\xdf\xa3\x9f', 'video/webm'],
	])('%j is %s', (text, type) => {
		expect(sniffMedia(bytes(text))).toBe(type);
	});

	test.each([
		['avif\0\0\0\0avifmif1', 'image/avif'],
		['mif1\0\0\0\0mif1avif', 'image/avif'],
		['heic\0\0\0\0mif1heic', null],
		['mif1\0\0\0\0mif1heic', null],
		['isom\0\0\x02\0isomiso2', 'video/mp4'],
		['mp42\0\0\0\0mp42isom', 'video/mp4'],
		['qt  \0\0\0\0qt  ', 'video/quicktime'],
	])('a box of %j is %s', (brands, type) => {
		expect(sniffMedia(boxed(brands))).toBe(type);
	});

	test.each([
		'',
		'\x89PN',
		'<svg xmlns="http://www.w3.org/2000/svg"/>',
		'<!DOCTYPE html><p>image/png</p>',
		'%PDF-1.7',
		'RIFF\x10\0\0\0WAVEfmt ',
		'BMW is a maker of cars',
		'PK\x03\x04',
	])('%j is not looked at', (text) => {
		expect(sniffMedia(bytes(text))).toBeNull();
	});

	test('takes whatever comes', () => {
		fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (any) => void sniffMedia(any)));
	});
});
