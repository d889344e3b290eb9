/** Whether tools are called in plain text: one answer for the instruction and for the definitions (seed: stage 07b). */
import type { TalkFacts } from './talk-facts.ts';

/** True where the setting is on and the effective model has tools. */
export function callsVerbatimTools({ callsVerbatim }: Pick<TalkFacts, 'callsVerbatim'>): boolean {
	return callsVerbatim;
}
