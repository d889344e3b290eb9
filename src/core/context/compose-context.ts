/** The order of a prompt's parts; the only place that knows it. */
import { tailSlot } from '#core/text/tail-slot';
import { completionLabelOf, type StructuredContextItem } from '#domain/context-item';
import { DEFAULT_SEAMS, type DialogueHistorySeams } from './dialogue-history/seams.ts';
import { MessageIdMap } from './message-id-map.ts';
import { rollMacros } from './roll-macros.ts';
import type { ContextFacts, ContextStage } from './stage.ts';
import { channelPrompt } from './stages/channel-prompt.ts';
import { conditioning } from './stages/conditioning.ts';
import { type DialogueDrop, dialogueHistory } from './stages/dialogue-history.ts';
import { activatedLore, constantLore } from './stages/lorebook.ts';
import { participants } from './stages/participants.ts';
import { personaPrompt } from './stages/persona-prompt.ts';
import { personaUserBlocks } from './stages/persona-user-blocks.ts';
import { personality } from './stages/personality.ts';
import { sampleDialogues } from './stages/sample-dialogues.ts';
import { serverEmojis } from './stages/server-emojis.ts';
import { serverInfo } from './stages/server-info.ts';
import { serverMemories } from './stages/server-memories.ts';
import { serverStickers } from './stages/server-stickers.ts';
import { deepShortTermMemory, shortTermMemory } from './stages/short-term-memory.ts';
import { systemRules } from './stages/system-rules.ts';
import { prefill, tailDirectives } from './stages/tail-directives.ts';
import { verbatimToolDefinitions } from './stages/verbatim-tool-definitions.ts';

/** A turn's items in order, before any model's own format. */
export interface ComposedContext {
	readonly items: readonly StructuredContextItem[];
	/** What the handles in the items stand for. */
	readonly messageIds: MessageIdMap;
	/** What of the conversation is not in them. */
	readonly drops: readonly DialogueDrop[];
}

/**
 * What stands above the conversation; the numbers are the slots of the specification's order. Samples, history with its
 * notes, activated lore and the tail follow in `composeContext`.
 */
const ABOVE: readonly ContextStage[] = [
	/* 01 */ systemRules,
	/* 01 */ channelPrompt,
	/* 01 */ personaPrompt,
	/* 01 */ personality,
	/* 02 */ serverInfo,
	/* 02 */ personaUserBlocks,
	/* 03 */ serverMemories,
	/* 04 */ serverEmojis,
	/* 05 */ serverStickers,
	/* 06 */ participants,
	/* 07 */ shortTermMemory,
	/* 07b */ verbatimToolDefinitions,
	/* 08 */ constantLore,
	/* 09 */ conditioning,
];

/** What is left where the bot writes in a person's name: what that person gave for it, the place, and who is there. */
const ABOVE_IMPERSONATION: readonly ContextStage[] = [
	/* 01 */ personaPrompt,
	/* 02 */ serverInfo,
	/* 04 */ serverEmojis,
	/* 05 */ serverStickers,
	/* 06 */ participants,
];

/** Nothing that a model can or cannot do is asked, so one composition serves every attempt of a turn. */
export function composeContext(facts: ContextFacts, seams: DialogueHistorySeams = DEFAULT_SEAMS): ComposedContext {
	const { messageIds = new MessageIdMap() } = facts;
	const isPersona = facts.talk.impersonatedUserId === null;
	const above = (isPersona ? ABOVE : ABOVE_IMPERSONATION).flatMap((stage) => stage(facts));
	const samples = isPersona ? sampleDialogues(facts, seams) : [];
	const deepItems = isPersona ? deepShortTermMemory(facts) : [];
	const history = dialogueHistory(facts, { messageIds, deepItems, seams });
	const lore = isPersona ? activatedLore(facts) : [];
	const items = [
		...above,
		/* 10, 11 */ ...withActivatedLore([...samples, ...history.items], lore),
		...tailDirectives(facts, seams),
		...prefill(facts, seams),
	];
	const newest = facts.history.at(-1);
	const triggerId = newest?.combined?.at(-1)?.id ?? newest?.id ?? '';
	return { items: rollMacros(items, triggerId), messageIds, drops: history.drops };
}

/** Above the last four speaker turns; completion models place it again after every removal. */
function withActivatedLore(
	conversation: readonly StructuredContextItem[],
	lore: readonly StructuredContextItem[],
): readonly StructuredContextItem[] {
	if (lore.length === 0) return conversation;
	let slot = tailSlot(conversation.map(turnKeyOf));
	// What stands beside a line, such as the notes of a model's own, goes with it.
	while (slot > 0 && isSameMessage(conversation[slot - 1], conversation[slot])) slot -= 1;
	return [...conversation.slice(0, slot), ...lore, ...conversation.slice(slot)];
}

function isSameMessage(before: StructuredContextItem | undefined, after: StructuredContextItem | undefined): boolean {
	return before?.messageId !== undefined && before.messageId === after?.messageId;
}

/** Each side of a sample is a turn of its own; what has no projection or nobody who speaks is none. */
function turnKeyOf(item: StructuredContextItem): string | null {
	const isDialogue = item.tag === 'DIALOGUE_SAMPLE' || item.tag === 'DIALOGUE_HISTORY';
	const label = completionLabelOf(item);
	if (!isDialogue || !item.completionText || item.completionSpeaker === false || label === null) return null;
	const place = item.tag === 'DIALOGUE_SAMPLE' ? item.identity : '';
	return `${place}\n${item.role}\n${label.toLowerCase()}`;
}
