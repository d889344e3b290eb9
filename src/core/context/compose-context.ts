/** The order of a prompt's parts; the only place that knows it. */
import type { StructuredContextItem } from '#domain/context-item';
import type { ContextFacts, ContextStage } from './stage.ts';
import { dialogueHistory } from './stages/dialogue-history.ts';
import { personality } from './stages/personality.ts';
import { sampleDialogues } from './stages/sample-dialogues.ts';

const STAGES: readonly ContextStage[] = [personality, sampleDialogues, dialogueHistory];

/** All items of a turn, in order, before any model's own format. */
export function composeContext(facts: ContextFacts): readonly StructuredContextItem[] {
	return STAGES.flatMap((stage) => stage(facts));
}
