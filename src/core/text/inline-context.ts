/** Follows emphasis, spoilers, inline code, quotes and brackets through prose, character by character. */
import { isPlain } from './plain-character.ts';

/** A finished pair: from the first unit of its opening mark to behind the last unit of its closing mark. */
export interface InlineSpan {
	readonly start: number;
	readonly end: number;
}

interface OpenMark {
	readonly mark: string;
	readonly start: number;
	/** Opened by a spoiler mark with a space behind it, which may as well be the "or" of a program. */
	readonly isLoose: boolean;
}

interface Run {
	readonly character: string;
	readonly before: string;
	readonly start: number;
	count: number;
}

const closerOf: ReadonlyMap<string, string> = new Map(
	['()', '（）', '[]', '「」', '『』', '《》', '〈〉', '【】', '〔〕', '“”', '„“', '«»'].map((pair) => [
		pair.charAt(0),
		pair.charAt(1),
	]),
);
const closers: ReadonlySet<string> = new Set(closerOf.values());
const repeatable = '*_~|`';
const closableMarks: readonly string[] = ['*', '**', '***', '~~', '||'];
/** Deeper nesting than this is noise. */
const depthMax = 32;
const nothing: readonly InlineSpan[] = [];

/**
 * Takes code points one by one and tells what is open. A mark counts once the character behind it is known, so a run
 * of marks at the very end is still undecided. Rules, chosen so that stray marks do little: an opening mark stands
 * before a visible character (a bullet's `* ` opens nothing), a single asterisk or underscore not behind a letter or digit;
 * a closing mark without its opening one is ignored (`B)`); closing an outer pair forgets what is open inside it;
 * inside inline code nothing counts; an empty line ends inline code.
 */
export class InlineContext {
	#stack: OpenMark[] = [];
	#code: { readonly length: number; readonly start: number } | undefined;
	#run: Run | undefined;
	#before = '';
	#position: number;
	#lineIsBlank = true;

	/** `position` is the UTF-16 index that the first character has. */
	constructor(position = 0) {
		this.#position = position;
	}

	/** Whether a text cut here would be torn out of a pair. Underscores do not count: they are mostly names. */
	get isOpen(): boolean {
		return this.#code !== undefined || this.#stack.some((open) => !open.mark.startsWith('_'));
	}

	/** The marks that would close what is open, innermost first: emphasis, strikethrough and spoilers. */
	get closingMarks(): readonly string[] {
		const marks = this.#stack.filter((open) => closableMarks.includes(open.mark) && !open.isLoose);
		return marks.map((open) => open.mark).reverse();
	}

	/** Takes the next code point; gives the pairs that it finished. */
	take(character: string): readonly InlineSpan[] {
		const run = this.#run;
		if (run === undefined && isPlain(character)) {
			this.#lineIsBlank = false;
			this.#step(character);
			return nothing;
		}
		if (run !== undefined && run.character === character && repeatable.includes(character)) {
			run.count++;
			this.#step(character);
			return nothing;
		}
		const spans = this.#settle(character);
		if (this.#code === undefined ? isMark(character, this.#before) : character === '`') {
			this.#run = { character, before: this.#before, start: this.#position, count: 1 };
		}
		if (character === '\n' && this.#lineIsBlank) this.#code = undefined;
		this.#lineIsBlank = character === '\n' || (this.#lineIsBlank && character.trim() === '');
		this.#step(character);
		return spans;
	}

	/** Decides the last run of marks as if the text ended here. */
	end(): readonly InlineSpan[] {
		return this.#settle('');
	}

	/** Forgets inline code that is open, because its marks turned out to open a code fence. */
	leaveCode(): void {
		this.#code = undefined;
		this.#run = undefined;
	}

	/** Forgets everything that is open. */
	reset(): void {
		this.#stack = [];
		this.#code = undefined;
		this.#run = undefined;
	}

	#step(character: string): void {
		this.#before = character;
		this.#position += character.length;
	}

	#settle(next: string): readonly InlineSpan[] {
		const run = this.#run;
		this.#run = undefined;
		if (run === undefined) return nothing;
		if (run.character === '`') return this.#settleCode(run);
		if (closerOf.has(run.character) && !(run.character === '“' && this.#has('„'))) {
			const mayOpen = isVisible(next) && (run.character !== '«' || !isVisible(run.before));
			return mayOpen ? this.#open(run.character, run) : nothing;
		}
		if (closers.has(run.character)) return this.#close((mark) => isClosedBy(mark, run.character));
		if (run.character === '{') return this.#open('{', run);
		if (run.character === '}') return this.#close((mark) => mark === '{');
		return this.#settleSymmetric(run, next);
	}

	#settleCode(run: Run): readonly InlineSpan[] {
		if (this.#code === undefined) {
			this.#code = { length: run.count, start: run.start };
			return nothing;
		}
		if (this.#code.length !== run.count) return nothing;
		const span = { start: this.#code.start, end: this.#position };
		this.#code = undefined;
		return [span];
	}

	/** Marks that look the same on both sides: the neighbours decide what they are. */
	#settleSymmetric(run: Run, next: string): readonly InlineSpan[] {
		const mark = run.character.repeat(run.count);
		if (run.count > 3 || ((run.character === '~' || run.character === '|') && run.count !== 2)) return nothing;
		const mayClose = mark === '||' || isVisible(run.before);
		if (mayClose && this.#has(mark)) return this.#close((open) => open === mark);
		if (mayClose && mark === '***' && (this.#has('*') || this.#has('**'))) {
			return [...this.#close((open) => open === '*'), ...this.#close((open) => open === '**')];
		}
		return this.#mayOpen(run, next) ? this.#open(mark, run, !isVisible(next)) : nothing;
	}

	#mayOpen(run: Run, next: string): boolean {
		if (run.character === '|') return next !== '' && next !== '\n';
		if (!isVisible(next)) return false;
		if (run.character === '~') return true;
		if (run.character === '"') return !isVisible(run.before) || /[\p{Ps}\p{Pi}\p{Pd}*_~|]/u.test(run.before);
		const barred = run.character === '*' && run.count > 1 ? /[0-9]/ : /[A-Za-z0-9]/;
		return !barred.test(run.before) && !/[.,;:!?)\]}]/.test(next);
	}

	#open(mark: string, run: Run, isLoose = false): readonly InlineSpan[] {
		if (this.#stack.length < depthMax) this.#stack.push({ mark, start: run.start, isLoose });
		return nothing;
	}

	#has(mark: string): boolean {
		return this.#stack.some((open) => open.mark === mark);
	}

	#close(isOpening: (mark: string) => boolean): readonly InlineSpan[] {
		const index = this.#stack.findLastIndex((open) => isOpening(open.mark));
		const opening = this.#stack[index];
		if (opening === undefined) return nothing;
		this.#stack.length = index;
		return [{ start: opening.start, end: this.#position }];
	}
}

function isMark(character: string, before: string): boolean {
	if (character === '{') return before === '@';
	return (
		repeatable.includes(character) ||
		character === '"' ||
		character === '}' ||
		closerOf.has(character) ||
		closers.has(character)
	);
}

/** German quotes are closed by either form of the English ones. */
function isClosedBy(mark: string, closer: string): boolean {
	return closerOf.get(mark) === closer || (mark === '„' && closer === '”');
}

function isVisible(character: string): boolean {
	return character.trim() !== '';
}
