/** What a guard looks for at the beginning of a line, unit by unit. */

/**
 * What the line is so far:
 * - `open`: it may still become what is looked for.
 * - `found`: it is what is looked for, whatever follows.
 * - `own-label`: it begins with the serving persona's own label.
 * - `other`: it is something else.
 */
export type LineVerdict = 'open' | 'found' | 'own-label' | 'other';

/** Looks at one line after the other; after any verdict but `open` it is not asked again before the next line. */
export interface LineOpening {
	/** A new line begins, or what counts as one behind the persona's own label. */
	begin(behind: 'line-feed' | 'own-label'): void;
	/** Takes the line's next UTF-16 unit, never a line feed. */
	take(unit: string): LineVerdict;
	/** The line ends here, by a line feed or with the text. */
	end(): 'found' | 'other';
}
