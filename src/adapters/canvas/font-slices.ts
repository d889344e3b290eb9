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
/** Lives as long as the worker, which draws one picture. */
const known = new Map<string, readonly FontSlice[]>();

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
	const present = known.get(letter);
	if (present) return present;
	const point = letter.codePointAt(0) ?? 0;
	index ??= readIndex();
	const slices = index.filter(({ ranges }) => ranges.some(([first, last]) => first <= point && point <= last));
	known.set(letter, slices);
	return slices;
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

const ELLIPSIS = '…';
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Leaves out signs that no font holds, and opens the fonts of the rest. A word without all its letters would be another
 * word, so an ellipsis stands in its place.
 */
export function drawableText(given: string): DrawableText {
	const families = new Set<string>();
	const plain = given.replace(PICTOGRAPH, (sign) => (KEPT_SIGNS.test(sign) ? sign : ''));
	const words = plain.normalize('NFC').trim().split(/\s+/u).map(drawableWord);
	const shown = words.filter((word, place) => word !== '' && !(word === ELLIPSIS && words[place - 1] === ELLIPSIS));
	const text = shown.join(' ') || (given.trim() === '' ? '' : ELLIPSIS);
	for (const slice of [...text].flatMap(slicesFor)) {
		open(slice);
		families.add(slice.family);
	}
	const quoted = [...families].map((family) => `"${family}"`);
	return { text, families: quoted.length === 0 ? 'sans-serif' : quoted.join(', ') };
}

/** Letters in fancy dress are drawn as the plain ones that they stand for, where only these are held. */
function drawableWord(word: string): string {
	let drawable = '';
	for (const letter of word) {
		const forms = [letter, letter.normalize('NFKC')];
		const held = forms.find((form) => [...form].every((each) => slicesFor(each).length > 0));
		if (held === undefined && LETTER.test(letter)) return ELLIPSIS;
		drawable += held ?? '';
	}
	return drawable;
}
