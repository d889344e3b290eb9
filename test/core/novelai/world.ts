/** Items beside the conversation, for tests: memories, lore, and everything that no NovelAI prompt reads. */
import type { ContextTag, LorePlacement, StructuredContextItem } from '#domain/context-item';

/** A block of a server's memories; the number is the memory's id and its age's rank, oldest first. */
export function serverMemories(...contents: readonly string[]): StructuredContextItem {
	return {
		role: 'system',
		tag: 'KNOWLEDGE_SERVER_MEMORIES',
		text: contents.map((content, index) => `[id:${index}] ${content} (tags: #lounge)`).join('\n'),
		identity: 'server-memories',
		completionEntries: contents.map((text, index) => ({
			identity: `memory:server:${index}`,
			text,
			recencyMs: 1_000 + index,
		})),
	};
}

/** The block about the people, with what they want to be known. */
export function participants(...contents: readonly string[]): StructuredContextItem {
	return {
		role: 'user',
		tag: 'KNOWLEDGE_USERS_IN_CONVERSATION',
		text: `[System: People: Bo ${contents.join(' ')} EXCLUDED-status]`,
		identity: 'participants',
		participants: [{ name: 'Bo', type: 'user' }],
		completionEntries: contents.map((text, index) => ({
			identity: `memory:personal:${index}`,
			text,
			recencyMs: 2_000 + index,
		})),
	};
}

/** An entry of the lorebook. */
export function lore(id: number, text: string, change: Partial<LorePlacement> = {}): StructuredContextItem {
	return {
		role: 'system',
		tag: 'KNOWLEDGE_LOREBOOK',
		text,
		identity: `lorebook:${id}`,
		lore: { activation: 'activated', position: 'before', insertionOrder: 100, ...change },
	};
}

/** Every tag that no NovelAI model reads. */
export const EXCLUDED_TAGS: readonly ContextTag[] = [
	'SYSTEM_HUMANIZER_RULES',
	'SYSTEM_CHANNEL_PROMPT',
	'SYSTEM_PERSONA_PROMPT',
	'KNOWLEDGE_SERVER_INFO',
	'KNOWLEDGE_PERSONA_USER_BLOCKS',
	'KNOWLEDGE_SERVER_EMOJIS',
	'KNOWLEDGE_SERVER_STICKERS',
	'KNOWLEDGE_PERSONA_SPRITES',
	'KNOWLEDGE_VERBATIM_TOOL_DEFINITIONS',
	'KNOWLEDGE_SERVER_DOCUMENTS',
	'KNOWLEDGE_SERVER_CONDITIONING',
];

/** One marked piece of everything that has to stay out. */
export function unwanted(): readonly StructuredContextItem[] {
	const marked = EXCLUDED_TAGS.map(
		(tag): StructuredContextItem => ({ role: 'system', tag, text: `EXCLUDED ${tag}`, identity: `unwanted:${tag}` }),
	);
	const tail = (identity: string, item: Partial<StructuredContextItem>): StructuredContextItem => ({
		role: 'user',
		tag: 'DIALOGUE_HISTORY',
		text: `[System: EXCLUDED ${identity}]`,
		identity,
		...item,
	});
	return [
		...marked,
		tail('unwanted:tail', {}),
		tail('unwanted:date-spacer', { completionText: '' }),
		tail('unwanted:note', { tag: 'CONTEXT_NOTE_INJECTION' }),
		tail('unwanted:reunion', { tag: 'CONTEXT_NOTE_INJECTION', completionText: '' }),
		tail('unwanted:samples-end', { tag: 'DIALOGUE_SAMPLE', completionText: '' }),
		tail('unwanted:stm-nudge', { tag: 'KNOWLEDGE_SHORT_TERM_MEMORY', completionText: '' }),
	];
}
