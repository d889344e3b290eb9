/** The order of a prompt's parts; the only place that knows it. */
import { tailSlot } from '#core/text/tail-slot';
import type { StructuredContextItem } from '#domain/context-item';
import { rollMacros } from './roll-macros.ts';
import type { ContextFacts, ContextStage } from './stage.ts';
import { dialogueHistory } from './stages/dialogue-history.ts';
import { activatedLore, constantLore } from './stages/lorebook.ts';
import { participants } from './stages/participants.ts';
import { personality } from './stages/personality.ts';
import { sampleDialogues } from './stages/sample-dialogues.ts';
import { serverMemories } from './stages/server-memories.ts';
import { type DeepItem, deepShortTermMemory, shortTermMemory } from './stages/short-term-memory.ts';

/** What stands above the conversation. */
const STAGES: readonly ContextStage[] = [personality, serverMemories, participants, shortTermMemory, constantLore];

/** All items of a turn, in order, before any model's own format. */
export function composeContext(facts: ContextFacts): readonly StructuredContextItem[] {
	const samples = sampleDialogues(facts);
	const history = withDeepItems(dialogueHistory(facts), deepShortTermMemory(facts));
	const items = [
		...STAGES.flatMap((stage) => stage(facts)),
		...withActivatedLore([...samples, ...history], activatedLore(facts)),
	];
	const newest = facts.history.at(-1);
	return rollMacros(items, newest?.combined?.at(-1)?.id ?? newest?.id ?? '');
}

/** Depth counts entries of the history below; a shorter history takes the item first (ruling H15). */
function withDeepItems(
	history: readonly StructuredContextItem[],
	deep: readonly DeepItem[],
): readonly StructuredContextItem[] {
	if (deep.length === 0) return history;
	const at = (index: number) =>
		deep.filter(({ depth }) => Math.max(0, history.length - depth) === index).map(({ item }) => item);
	return [...history.flatMap((item, index) => [...at(index), item]), ...at(history.length)];
}

/** Above the last four speaker turns; completion models place it again after every removal. */
function withActivatedLore(
	conversation: readonly StructuredContextItem[],
	lore: readonly StructuredContextItem[],
): readonly StructuredContextItem[] {
	if (lore.length === 0) return conversation;
	const slot = tailSlot(conversation.map(turnKeyOf));
	return [...conversation.slice(0, slot), ...lore, ...conversation.slice(slot)];
}

/** Each side of a sample is a turn of its own; what has no projection or nobody who speaks is none. */
function turnKeyOf(item: StructuredContextItem): string | null {
	const isDialogue = item.tag === 'DIALOGUE_SAMPLE' || item.tag === 'DIALOGUE_HISTORY';
	if (!isDialogue || !item.completionText || item.completionSpeaker === false || !item.sender) return null;
	const place = item.tag === 'DIALOGUE_SAMPLE' ? item.identity : '';
	return `${place}\n${item.role}\n${item.sender.name.toLowerCase()}`;
}
