/** What the persona was rewarded and scolded for. */
import { quoteInNote } from '#core/text/system-note';
import type { StructuredContextItem } from '#domain/context-item';
import type { ContextFacts } from '../stage.ts';

/** Rewards, and punishments, that are told; the newest count. */
const toldMax = 10;
/** UTF-16 units of one of them. */
const toldCharactersMax = 300;

/** One item; none where conditioning is off or nothing has happened. */
export function conditioning({ talk, persona }: ContextFacts): readonly StructuredContextItem[] {
	if (talk.conditioning === null) return [];
	const { rewards, punishments } = talk.conditioning;
	const text = [
		...section(`${persona.name} was rewarded for this; do more of it:`, rewards),
		...section(`${persona.name} was scolded for this; do less of it:`, punishments),
	].join('\n');
	if (text === '') return [];
	return [{ role: 'system', tag: 'KNOWLEDGE_SERVER_CONDITIONING', text, identity: 'conditioning' }];
}

function section(heading: string, told: readonly string[]): readonly string[] {
	const lines = told
		.slice(-toldMax)
		.map((text) => quoteInNote(text, toldCharactersMax))
		.filter((line) => line !== '');
	return lines.length === 0 ? [] : [heading, ...lines.map((line) => `- ${line}`)];
}
