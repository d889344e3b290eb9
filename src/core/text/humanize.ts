/** Makes a text look as if somebody had typed it in a hurry (seed: humanizer degree HEAVY). */
import { InlineContext } from './inline-context.ts';

/** How a text is roughened. */
export interface HumanizeOptions {
	/**
	 * Numbers from 0 (included) to 1 (excluded), one for each mark that may roll. Null keeps every comma and breaks
	 * nothing, so that the same text always gives the same one (ruling H10).
	 */
	readonly chance: (() => number) | null;
}

const commaDropShare = 0.4;
const commaBreakShare = 0.2;
const shoutBreakShare = 0.5;

/** Where nothing is touched, whatever stands in it: code, links and addresses, Discord's tokens, emoji. */
const TOKENS =
	/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]+`|\[[^[\]\n]*\]\([^()\s]*\)|<[^<>\s]+>|(?:https?:\/\/|www\.)\S+|:\w{2,32}:|@\{[^{}\n]*\}/g;
/** Words, semicolons, commas, and runs of exclamation and question marks. ASCII marks count before white space only. */
const PIECES =
	/(?<word>\p{L}[\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*)|(?<semicolon>;+(?=\s|$)|；)|(?<comma>,(?=\s|$)|[，、])|(?<shout>[!?]+(?=\s|$)|[！？]+)/gu;
const INTERNET_WORD = /^(?:XD+|OwO|UwU|LMAOo*|ROFL|QwQ|TwT)$/;

/**
 * Lowers every letter but those of acronyms, internet words and lone letters; drops semicolons; of the commas drops
 * two in five and makes a message break of one in five; may break behind `!` and `?`, which are never dropped. Emphasis,
 * spoilers, quotes, brackets, code, links, mentions and emoji stay as they are. The strings are the messages to send, in
 * order: at least one, and none of them blank unless the text is.
 */
export function humanizeString(text: string, { chance }: HumanizeOptions): readonly string[] {
	const messages: string[] = [];
	let message = '';
	const breakHere = (): void => {
		if (message.trim() !== '') messages.push(message.trim());
		message = '';
	};
	for (const part of partsOf(text)) {
		if (part.isProtected) {
			message += part.text;
			continue;
		}
		let last = 0;
		for (const match of part.text.matchAll(PIECES)) {
			message += part.text.slice(last, match.index);
			last = match.index + match[0].length;
			const piece = roughen(match[0], match.groups ?? {}, chance);
			message += piece.text;
			if (piece.breaks) breakHere();
		}
		message += part.text.slice(last);
	}
	breakHere();
	return messages.length > 0 ? messages : [text.trim()];
}

interface RoughPiece {
	readonly text: string;
	readonly breaks: boolean;
}

function roughen(
	piece: string,
	kind: Readonly<Record<string, string | undefined>>,
	chance: HumanizeOptions['chance'],
): RoughPiece {
	if (kind['word'] !== undefined) return { text: lowered(piece), breaks: false };
	if (kind['semicolon'] !== undefined) return { text: piece === '；' ? ' ' : '', breaks: false };
	if (chance === null) return { text: piece, breaks: false };
	const roll = chance();
	if (kind['shout'] !== undefined) return { text: piece, breaks: roll < shoutBreakShare };
	if (roll < commaDropShare) return { text: piece === ',' ? '' : ' ', breaks: false };
	if (roll < commaDropShare + commaBreakShare) return { text: '', breaks: true };
	return { text: piece, breaks: false };
}

function lowered(word: string): string {
	const [stem = ''] = word.split(/['’]/);
	const letters = [...stem];
	if (letters.length === 1 || INTERNET_WORD.test(word)) return word;
	const isAcronym = stem !== stem.toLowerCase() && letters.every((letter) => letter === letter.toUpperCase());
	return isAcronym ? word : word.toLowerCase();
}

interface Part {
	readonly text: string;
	readonly isProtected: boolean;
}

/** The text cut into what may be touched and what may not. */
function partsOf(text: string): readonly Part[] {
	const parts: Part[] = [];
	let last = 0;
	for (const span of protectedSpans(text)) {
		if (span.end <= last) continue;
		const start = Math.max(span.start, last);
		parts.push({ text: text.slice(last, start), isProtected: false });
		parts.push({ text: text.slice(start, span.end), isProtected: true });
		last = span.end;
	}
	parts.push({ text: text.slice(last), isProtected: false });
	return parts;
}

function protectedSpans(text: string): readonly { readonly start: number; readonly end: number }[] {
	const context = new InlineContext();
	const spans = [...text].flatMap((character) => [...context.take(character)]);
	spans.push(...context.end());
	for (const match of text.matchAll(TOKENS)) spans.push({ start: match.index, end: match.index + match[0].length });
	return spans.sort((left, right) => left.start - right.start || right.end - left.end);
}
