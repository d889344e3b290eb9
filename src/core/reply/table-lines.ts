/** Recognizes Markdown tables, so that they are not cut. */

const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/**
 * Takes prose as code points, and each finished line once more. A line with a single `|` may be a table's header; the
 * row of dashes under it makes it one, until an empty line. The `||` of a spoiler is no column.
 */
export class TableLines {
	#state: 'none' | 'maybe-header' | 'table' = 'none';
	#pipes = 0;
	#lineHasColumn = false;

	/** Whether the text may be, or is, inside a table. */
	get isOpen(): boolean {
		return this.#state !== 'none' || this.#lineHasColumn || this.#pipes === 1;
	}

	/** Whether it certainly is. */
	get isTable(): boolean {
		return this.#state === 'table';
	}

	/** Takes the next code point of a line. */
	take(character: string): void {
		if (character === '|') {
			this.#pipes++;
			return;
		}
		if (this.#pipes === 1) this.#lineHasColumn = true;
		this.#pipes = 0;
	}

	/** Ends the line, given without its line feed. */
	endLine(line: string): void {
		const row = line.trim();
		const hasColumn = this.#lineHasColumn || this.#pipes === 1;
		if (row === '') this.#state = 'none';
		else if (this.#state === 'maybe-header' && hasColumn && delimiterRow.test(row)) this.#state = 'table';
		else if (this.#state !== 'table') this.#state = hasColumn ? 'maybe-header' : 'none';
		this.#lineHasColumn = false;
		this.#pipes = 0;
	}

	/** Forgets what was open. */
	reset(): void {
		this.#state = 'none';
		this.#lineHasColumn = false;
		this.#pipes = 0;
	}
}
