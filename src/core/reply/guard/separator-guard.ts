/** Recognises the lines with which story models end a scene. */
import type { LineOpening, LineVerdict } from './line-opening.ts';

const marks: readonly string[] = ['*', '-'];
const separatorMarks = 3;

/**
 * A separator is a line of exactly `***` or `---`, with white space around it at most. It is only known as one at the
 * line's end, because `***word***` is emphasis; `****`, `----`, `* * *` and `- item` are text.
 */
export class SeparatorGuard implements LineOpening {
	#mark = '';
	#count = 0;
	#isTrailing = false;

	begin(): void {
		this.#mark = '';
		this.#count = 0;
		this.#isTrailing = false;
	}

	take(unit: string): LineVerdict {
		if (unit.trim() === '') {
			if (this.#count === separatorMarks) this.#isTrailing = true;
			return this.#count === 0 || this.#isTrailing ? 'open' : 'other';
		}
		if (this.#isTrailing || this.#count === separatorMarks) return 'other';
		if (this.#count === 0 ? !marks.includes(unit) : unit !== this.#mark) return 'other';
		this.#mark = unit;
		this.#count += 1;
		return 'open';
	}

	end(): 'found' | 'other' {
		return this.#count === separatorMarks ? 'found' : 'other';
	}
}
