/** Sorts characters into the classes that GLM's and Llama 3's pre-tokenizer asks about, by table instead of by regex. */
import { whiteSpaceSet } from '#core/text/unbroken-run';

/** A mark, sign, symbol or unassigned code point: `[^\s\p{L}\p{N}]`. */
export const classOther = 0;
/** `\p{L}` */
export const classLetter = 1;
/** `\p{N}` */
export const classNumber = 2;
/** White space that ends no line. */
export const classSpace = 3;
/** `\r` or `\n` */
export const classNewline = 4;
/** Half of a supplementary character: its class is that of the whole. */
export const classSurrogate = 5;

const planeSize = 0x10000;
const surrogatesStart = 0xd800;
const surrogatesEnd = 0xe000;

const planes: (Uint8Array | undefined)[] = [];

/** Classes of the 65,536 code points of a plane (0 to 16), computed at the first request and then shared. */
export function planeClasses(plane: number): Uint8Array {
	planes[plane] ??= computePlane(plane);
	return planes[plane];
}

/** Class of the supplementary character at `index`; `classOther` for half a pair. */
export function supplementaryClass(text: string, index: number): number {
	const codePoint = text.codePointAt(index) ?? 0;
	return codePoint < planeSize ? classOther : (planeClasses(codePoint >>> 16)[codePoint & 0xffff] ?? classOther);
}

function computePlane(plane: number): Uint8Array {
	const classes = new Uint8Array(planeSize);
	const text = planeText(plane);
	const width = plane === 0 ? 1 : 2;
	mark(classes, { text, width, pattern: /\p{L}+/gu, value: classLetter });
	mark(classes, { text, width, pattern: /\p{N}+/gu, value: classNumber });
	if (plane === 0) {
		mark(classes, { text, width, pattern: new RegExp(`[${whiteSpaceSet}]+`, 'gu'), value: classSpace });
		mark(classes, { text, width, pattern: /[\r\n]+/gu, value: classNewline });
		classes.fill(classSurrogate, surrogatesStart, surrogatesEnd);
	}
	return classes;
}

function mark(
	classes: Uint8Array,
	run: { readonly text: string; readonly width: number; readonly pattern: RegExp; readonly value: number },
): void {
	for (const match of run.text.matchAll(run.pattern)) {
		classes.fill(run.value, match.index / run.width, (match.index + match[0].length) / run.width);
	}
}

/** Every code point of a plane in order; a blank stands for each surrogate of plane 0, to keep the places. */
function planeText(plane: number): string {
	const units = new Uint16Array(plane === 0 ? planeSize : planeSize * 2);
	for (let place = 0; place < planeSize; place += 1) {
		if (plane === 0) {
			units[place] = place >= surrogatesStart && place < surrogatesEnd ? 0 : place;
		} else {
			const offset = (plane - 1) * planeSize + place;
			units[place * 2] = surrogatesStart + (offset >>> 10);
			units[place * 2 + 1] = 0xdc00 + (offset & 0x3ff);
		}
	}
	let text = '';
	for (let start = 0; start < units.length; start += 8_192) {
		text += String.fromCharCode(...units.subarray(start, start + 8_192));
	}
	return text;
}
