/** What the persona was rewarded and scolded for. */
import { quoteInNote } from '#core/text/system-note';
import { CONDITIONING_LIMITS } from '#domain/conditioning';
import type { StructuredContextItem } from '#domain/context-item';
import type { ContextFacts } from '../stage.ts';

/** UTF-16 units of one of them. */
const toldCharactersMax = CONDITIONING_LIMITS.charactersMax;

/** One item; none where conditioning is off or nothing has happened. */
export function conditioning({ talk, persona }: ContextFacts): readonly StructuredContextItem[] {
	if (talk.conditioning === null) return [];
	const { rewards, punishments, rewardsTotal, punishmentsTotal } = talk.conditioning;
	const text = [
		...section({ persona: persona.name, done: 'rewarded', wish: 'more', told: rewards, total: rewardsTotal }),
		...section({ persona: persona.name, done: 'scolded', wish: 'less', told: punishments, total: punishmentsTotal }),
	].join('\n');
	if (text === '') return [];
	return [{ role: 'system', tag: 'KNOWLEDGE_SERVER_CONDITIONING', text, identity: 'conditioning' }];
}

interface Section {
	readonly persona: string;
	readonly done: string;
	readonly wish: string;
	readonly told: readonly string[];
	/** How often it happened; absent is as often as is told. */
	readonly total?: number | undefined;
}

function section({ persona, done, wish, told, total }: Section): readonly string[] {
	const lines = told
		.slice(-CONDITIONING_LIMITS.toldMax)
		.map((text) => quoteInNote(text, toldCharactersMax))
		.filter((line) => line !== '');
	if (lines.length === 0) return [];
	const often = total !== undefined && total > lines.length ? ` (${total} times in all; the latest are)` : '';
	return [`${persona} was ${done} for this${often}; do ${wish} of it:`, ...lines.map((line) => `- ${line}`)];
}
