/** Turns chat shorthand back into prose for models that were trained on books; it never rewrites grammar. */
import { protectSpans } from './protected-spans.ts';

/** Scripts whose sentences begin with a capital. */
const CASED = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]';
const LOWER_WORD = `(?=${CASED})\\p{Ll}(?:\\p{Ll}|\\p{M}|['’-](?=\\p{Ll}))*`;
/** A word that goes on in digits, capitals, dots or slashes is a name of something (`iPhone`, `mp3`, `example.com`). */
const WORD_END = "(?![\\p{L}\\p{N}\\p{M}_/@]|[.’'-][\\p{L}\\p{N}])";
const OPENERS = '["“‘\'(\\[¿¡]*';

const LINE_START = new RegExp(`^(${OPENERS})(${LOWER_WORD})${WORD_END}`, 'gmu');
/** The look behind is bounded, so that a text without spaces costs no more than another. */
const SENTENCE_START = new RegExp(
	`(?<=([\\p{L}\\p{N}\\p{M}"”’')\\]]{0,16}))([.!?]["”’')\\]]*)( ${OPENERS})(${LOWER_WORD})${WORD_END}`,
	'gu',
);
const LONE_I =
	/(?<![\p{L}\p{N}\p{M}_.'’/@#&-])i(?=$|[\s,!?…;:"”)]|['’](?:m|ll|ve|d|s|re)(?![\p{L}\p{N}])|\.(?:\s|$))/gu;
/** Words that end in a full stop without ending a sentence. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
	'mr mrs ms dr st vs etc no nr approx eg ie cf inc ltd ca sr sra jr prof pg pp vol fig min max z bzw usw resp'.split(
		' ',
	),
);

const ENDS_OPEN = new RegExp(`(?:${CASED}[\\p{M}]*|\\p{Nd})$`, 'u');
const HAS_CASED = new RegExp(CASED, 'u');
const ONLY_FIGURES = /^[\p{N}\p{P}\p{S}\s]*$/u;

/** Makes one polisher for a prompt; `names` are the personas known in it, as they are written. */
export function createPolisher(names: readonly string[]): (text: string) => string {
	const restoreNames = nameRestorer(names);
	return (text) => {
		const { bare, restore } = protectSpans(text);
		const tidied = restoreNames(collapseMarks(collapseSpaces(bare))).replace(LONE_I, 'I');
		return restore(closeLastLine(capitalise(tidied)));
	};
}

/** Single spaces, none at the edges of lines, none at the edges of the text. */
function collapseSpaces(text: string): string {
	return text
		.replaceAll(/[ \t]{2,}|\t/g, ' ')
		.replaceAll(/^ | $/gm, '')
		.trim();
}

/** Ellipses and dashes that were typed double, between words of scripts that do not write them so. */
function collapseMarks(text: string): string {
	if (!/\.\.|……|--|——/u.test(text)) return text;
	return text
		.replaceAll(/(?<=[\p{L}\p{N}\p{M}])(?<!\p{Lo})(?:\.\.|\.{4,})(?!\.)/gu, '...')
		.replaceAll(/(?<=[\p{L}\p{N}\p{M}])(?<!\p{Lo})…{2,}/gu, '…')
		.replaceAll(/(?<=\p{L}|\p{M})(?<!\p{Lo})(?:--|—{2,})(?=\p{L})(?!\p{Lo})/gu, '—')
		.replaceAll(/(?<=[\p{L}\p{M}\p{N},.!?"]) (?:--|—{2,}) (?=[\p{L}\p{N}"])/gu, ' — ');
}

/** The first word of a line and of a sentence within it. */
function capitalise(text: string): string {
	return text
		.replaceAll(LINE_START, (_whole, openers: string, word: string) => openers + capitalised(word))
		.replaceAll(SENTENCE_START, (...parts: readonly string[]) => {
			const [whole = '', last = '', end = '', gap = '', word = ''] = parts;
			// Behind a closing quote or bracket a sentence often goes on: `"What now?" she asked`. Another quote begins anew.
			if (end.length > 1 && !/["“‘']/u.test(gap)) return whole;
			if (end.startsWith('.') && (last.length < 2 || ABBREVIATIONS.has(last.toLowerCase()))) return whole;
			return end + gap + capitalised(word);
		});
}

function capitalised(word: string): string {
	const [first = ''] = word;
	const upper = first.toUpperCase();
	// Letters that share a capital with another one, or have none of their own, such as ß, stay.
	return upper.toLowerCase() === first ? upper + word.slice(first.length) : word;
}

/** A full stop behind a text that simply breaks off. */
function closeLastLine(text: string): string {
	const last = text.slice(text.lastIndexOf('\n') + 1);
	return ENDS_OPEN.test(last) && HAS_CASED.test(last) && !ONLY_FIGURES.test(last) ? `${text}.` : text;
}

/** Writes known names as they are written; a name without a capital has nothing to restore. */
function nameRestorer(names: readonly string[]): (text: string) => string {
	const spelling = new Map<string, string>();
	for (const name of names) {
		if (/^\p{Lu}/u.test(name) && !spelling.has(name.toLowerCase())) spelling.set(name.toLowerCase(), name);
	}
	if (spelling.size === 0) return (text) => text;
	const longestFirst = [...spelling.keys()].sort((left, right) => right.length - left.length);
	const pattern = new RegExp(
		`(?<![\\p{L}\\p{N}\\p{M}_])(?:${longestFirst.map((name) => RegExp.escape(name)).join('|')})(?![\\p{L}\\p{N}\\p{M}_])`,
		'giu',
	);
	return (text) =>
		text.replaceAll(pattern, (found) =>
			// All capitals are meant.
			found === found.toUpperCase() ? found : (spelling.get(found.toLowerCase()) ?? found),
		);
}
