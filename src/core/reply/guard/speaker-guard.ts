/** Recognises the label with which a model begins to speak for somebody else. */
import type { LineOpening, LineVerdict } from './line-opening.ts';
import { foldUnit, type NameNode, nameTree } from './name-tree.ts';

/** Whose labels are known. */
export interface SpeakerNames {
	/** Labels of the serving persona, which are never foreign. */
	readonly own: readonly string[];
	/** Everybody whose label ends the reply. */
	readonly foreign: readonly string[];
}

/** Emphasis, brackets and pipes of a spoiler; quotation marks are missing, because a quoted line is the persona's own. */
const openers = '*_~|[(<{【〔［（';
const closers = '*_~|])>}】〕］）';
const emphasis = '*_';
const colons = ':：';
/** More marks around a name than this are ornament. */
const decorationUnitsMax = 12;
/** Card authors write the user's name like this, and models repeat it. */
const userMacro = '{{user}}';
const bullet = '*';
/** A single bar is the edge of a table's cell. */
const singleBar = /(?<!\|)\|(?!\|)/;

const nothing: readonly never[] = [];

/** A way to read the line in which a name has begun. */
interface OpenName {
	readonly node: NameNode;
	readonly start: number;
}

/** A way to read the line in which a whole name stands behind us. */
interface WholeName {
	readonly owner: 'foreign' | 'own';
	/** Written as the name is known. */
	readonly isExact: boolean;
	readonly hasSpace: boolean;
	/** A colon behind a space, which an emoticon may begin with (`Bo :3`). */
	readonly hasColon: boolean;
}

/**
 * A label is a known name at a line's beginning, indented or decorated or not, that is followed by `:` or `：`, or
 * stands alone on its line. Before a colon case does not matter; alone, the name must be written as it is known. What
 * stands in front of the name decides the rest: behind `#`, `-`, `>`, a bullet, a backtick or a quotation mark a name
 * is no label, and neither is one with words behind it.
 */
export class SpeakerGuard implements LineOpening {
	readonly #root: NameNode;
	#line = '';
	#inPrefix = true;
	#isBehindLabel = false;
	#decorations = 0;
	#lastOpener = '';
	#open: readonly OpenName[] = nothing;
	#whole: readonly WholeName[] = nothing;

	constructor(names: SpeakerNames) {
		this.#root = nameTree({ own: names.own, foreign: [...names.foreign, userMacro] });
	}

	begin(behind: 'line-feed' | 'own-label'): void {
		this.#line = '';
		this.#inPrefix = true;
		this.#isBehindLabel = behind === 'own-label';
		this.#decorations = 0;
		this.#open = nothing;
		this.#whole = nothing;
	}

	take(unit: string): LineVerdict {
		const start = this.#line.length;
		this.#line += unit;
		if (this.#whole.length > 0) {
			const verdict = this.#takeBehindNames(unit);
			if (verdict !== null) return verdict;
		}
		this.#takeInNames(foldUnit(unit), start);
		this.#inPrefix &&= this.#continuesPrefix(unit);
		return this.#inPrefix || this.#open.length > 0 || this.#whole.length > 0 ? 'open' : 'other';
	}

	end(): 'found' | 'other' {
		const isLabel = this.#whole.some(
			({ owner, isExact, hasColon }) => owner === 'foreign' && (hasColon || (isExact && !singleBar.test(this.#line))),
		);
		return isLabel ? 'found' : 'other';
	}

	/** The ways to read the line in which a whole name stands before this unit; a verdict when one is decided. */
	#takeBehindNames(unit: string): 'found' | 'own-label' | null {
		const whole: WholeName[] = [];
		for (const name of this.#whole) {
			const next = this.#behindName(name, unit);
			if (next === 'found' || next === 'own-label') return next;
			if (next !== null) whole.push(next);
		}
		this.#whole = whole;
		return null;
	}

	/** The ways to read the line in which this unit belongs to a name. */
	#takeInNames(folded: string, start: number): void {
		const first = this.#inPrefix ? this.#root.children.get(folded) : undefined;
		if (first === undefined && this.#open.length === 0) return;
		const open: OpenName[] = first === undefined ? [] : [{ node: first, start }];
		for (const name of this.#open) {
			const node = name.node.children.get(folded);
			if (node !== undefined) open.push({ node, start: name.start });
		}
		this.#open = open;
		for (const { node, start: from } of open) {
			if (node.owner === null) continue;
			const isExact = node.spellings.has(this.#line.slice(from));
			this.#whole = [...this.#whole, { owner: node.owner, isExact, hasSpace: false, hasColon: false }];
		}
	}

	#continuesPrefix(unit: string): boolean {
		if (isSpace(unit)) return this.#isBehindLabel || this.#decorations !== 1 || this.#lastOpener !== bullet;
		this.#decorations += 1;
		this.#lastOpener = unit;
		return openers.includes(unit) && this.#decorations <= decorationUnitsMax;
	}

	/** What the next unit makes of a line that began with a whole name. */
	#behindName(name: WholeName, unit: string): WholeName | 'found' | 'own-label' | null {
		const verdict = name.owner === 'foreign' ? 'found' : 'own-label';
		if (name.hasColon) return isSpace(unit) || (this.#decorations > 0 && emphasis.includes(unit)) ? verdict : null;
		if (colons.includes(unit)) {
			if (singleBar.test(this.#line)) return null;
			return name.hasSpace ? { ...name, hasColon: true } : verdict;
		}
		if (isSpace(unit)) return { ...name, hasSpace: true };
		return closers.includes(unit) ? name : null;
	}
}

function isSpace(unit: string): boolean {
	return unit.trim() === '' || unit === '\u200B';
}
