/** The fonts of pictures: slices of Noto Sans, of which only those with needed letters are opened. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

/** Packages in the order in which they are asked for a letter: what Japan and China share is written as in Japan. */
const PACKAGES = ['noto-sans', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc'] as const;

/** Some lists of letters promise pictographs that their fonts do not hold, and colour fonts are large. */
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\u20e3|\ufe0e|\ufe0f/gu;
const KEPT_SIGNS = /[©®™↔]/u;

/** Part of one font, with the letters it is for. */
interface FontSlice {
	readonly family: string;
	readonly file: string;
	/** First and last code points, both included. */
	readonly ranges: readonly (readonly [number, number])[];
}

let index: readonly FontSlice[] | null = null;
const opened = new Set<string>();

function readIndex(): readonly FontSlice[] {
	return PACKAGES.flatMap((name) => {
		const listPath = fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}/unicode.json`));
		const lists = JSON.parse(readFileSync(listPath, 'utf8')) as Readonly<Record<string, string>>;
		return Object.entries(lists).map(([key, ranges]): FontSlice => {
			const slice = key.replace(/[[\]]/g, '');
			const file = join(dirname(listPath), 'files', `${name}-${slice}-wght-normal.woff2`);
			return { family: `${name}-${slice}`, file, ranges: ranges.split(',').map(rangeOf) };
		});
	});
}

/** Of `U+4e00` or `U+4e00-4e0f`. */
function rangeOf(text: string): readonly [number, number] {
	const [first = '', last = first] = text.trim().slice('U+'.length).split('-');
	return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/** All slices that may hold a letter: not every one of them does, so a later one may have to stand in. */
function slicesFor(letter: string): readonly FontSlice[] {
	const point = letter.codePointAt(0) ?? 0;
	index ??= readIndex();
	return index.filter(({ ranges }) => ranges.some(([first, last]) => first <= point && point <= last));
}

function open(slice: FontSlice): void {
	if (opened.has(slice.family)) return;
	opened.add(slice.family);
	GlobalFonts.register(readFileSync(slice.file), slice.family);
}

/** A text that can be drawn, and the fonts for it. */
export interface DrawableText {
	readonly text: string;
	/** For the font of a drawing context. */
	readonly families: string;
}

/** Leaves out what no font holds, and opens the fonts of the rest; letters of nobody's become an ellipsis. */
export function drawableText(given: string): DrawableText {
	const families = new Set<string>();
	let text = '';
	const plain = given.replace(PICTOGRAPH, (sign) => (KEPT_SIGNS.test(sign) ? sign : ''));
	for (const letter of plain.normalize('NFC').replace(/\s+/g, ' ').trim()) {
		const slices = slicesFor(letter);
		if (slices.length === 0) continue;
		for (const slice of slices) {
			open(slice);
			families.add(slice.family);
		}
		text += letter;
	}
	if (text.trim() === '') return given.trim() === '' ? { text: '', families: 'sans-serif' } : drawableText('…');
	return { text: text.trim(), families: [...families].map((family) => `"${family}"`).join(', ') };
}
