/** The form of a row of the occasion tables, and the word groups that several rows share. */

import type { Occasion } from './voice-lines.ts';

/** A row; `latin` are alternatives between word ends, `japanese` may stand anywhere unless the row is of whole lines. */
export interface OccasionRow {
	readonly occasion: Occasion;
	readonly latin: readonly string[];
	readonly japanese: string;
	/** The line holds nothing else; or begins with it. */
	readonly place?: 'whole' | 'start';
}

/** Alternatives that mean the same in many rows. */
export const intensity = '(?:(?:so|very|really|pretty|quite|too|such|a|an|my|the|just|actually|even|some kind of) )*';

const intensidade = '(?:(?:muito|tão|bem|uma?|o|a|mesmo|super|só|apenas|de) )*';

/** Alternatives that mean the same in many rows. */
export const youAre = `(?:you(?:'re| are| r)|u r) ${intensity}`;

/** Alternatives that mean the same in many rows. */
export const voceE = `(?:você|vc|tu|cê) (?:é|és|está|tá) ${intensidade}`;

/** Alternatives that mean the same in many rows. */
export const whom = '(?:you|u|ya)';
