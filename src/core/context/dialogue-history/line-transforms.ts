/** What is done to the words of a line before a chat model reads them; samples and history share it (seed: stage 10). */
import { humanizeString } from '#core/text/humanize';
import { uncensorInput } from '#core/text/uncensor';
import type { ContextFacts } from '../stage.ts';
import type { EntryRole } from './role-of.ts';

/** One change of the words behind a label; the label itself is a name and stays. */
export type LineTransform = (
	words: string,
	facts: Pick<ContextFacts, 'humanizerDegree' | 'talk'>,
	role: EntryRole,
) => string;

/** Both changes, as history and samples apply them. */
export interface LineSeams {
	readonly humanizeLine: LineTransform;
	readonly uncensorLine: LineTransform;
}

/** The humanizer's highest degree (seed: HEAVY). */
const heavyDegree = 3;

/** The model's lines at the highest degree, in the stable form, so that a message always reads the same (ruling H10). */
export const humanizeLine: LineTransform = (words, { humanizerDegree }, role) =>
	role === 'model' && humanizerDegree === heavyDegree ? humanizeString(words, { chance: null }).join(' ') : words;

/** Everybody's lines, where a transform is on. */
export const uncensorLine: LineTransform = (words, { talk }) => uncensorInput(words, talk.uncensor);

/** What the specification says. */
export const LINE_TRANSFORMS: LineSeams = { humanizeLine, uncensorLine };
