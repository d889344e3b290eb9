/** What a file is, by its first bytes alone. */

/** Kinds that are looked at; everything else, drawings by code among it, is not opened at all. */
export type SniffedType =
	| 'image/png'
	| 'image/jpeg'
	| 'image/gif'
	| 'image/webp'
	| 'image/avif'
	| 'image/bmp'
	| 'video/mp4'
	| 'video/quicktime'
	| 'video/webm';

const FIXED: readonly (readonly [beginning: string, type: SniffedType])[] = [
	['\x89PNG\r\n\x1a\n', 'image/png'],
	['\xff\xd8\xff', 'image/jpeg'],
	['GIF87a', 'image/gif'],
	['GIF89a', 'image/gif'],
	['\x1aE\xdf\xa3', 'video/webm'],
];

const BRANDS_OF_PICTURES: ReadonlySet<string> = new Set(['avif', 'avis']);
/** Pictures of phones in a container of videos, which nothing here decodes. */
const BRANDS_NOT_SHOWN: ReadonlySet<string> = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);

/** As much as any of the marks needs, in bytes. */
const markBytes = 32;
/** A bitmap's own header is one of these sizes, in bytes; two letters alone begin many texts. */
const BITMAP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

/** The type, or null for what is not looked at. Reads the first 32 bytes. */
export function sniffMedia(bytes: Uint8Array): SniffedType | null {
	const mark = String.fromCharCode(...bytes.subarray(0, markBytes));
	const fixed = FIXED.find(([beginning]) => mark.startsWith(beginning));
	if (fixed !== undefined) return fixed[1];
	if (mark.startsWith('RIFF') && mark.slice(8, 12) === 'WEBP') return 'image/webp';
	if (mark.startsWith('BM') && BITMAP_HEADERS.has(bytes[14] ?? 0)) return 'image/bmp';
	return mark.slice(4, 8) === 'ftyp' ? typeOfBrand(mark) : null;
}

/** Pictures of newer kinds say `mif1` first and what they are among the compatible brands. */
function typeOfBrand(mark: string): SniffedType | null {
	const major = mark.slice(8, 12);
	const compatible = [mark.slice(16, 20), mark.slice(20, 24), mark.slice(24, 28)];
	if (BRANDS_OF_PICTURES.has(major)) return 'image/avif';
	if (BRANDS_NOT_SHOWN.has(major))
		return compatible.some((brand) => BRANDS_OF_PICTURES.has(brand)) ? 'image/avif' : null;
	return major === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}
