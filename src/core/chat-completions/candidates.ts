/** The pieces of a prompt with what they cost, sorted by what becomes of them when room is scarce. */
import type { ContextTag } from '#domain/context-item';
import type { PromptSegment } from '#domain/fitting';
import type { Snowflake } from '#domain/ids';
import type { ChatItem } from './chat-item.ts';
import { tokensOfParts } from './media-tokens.ts';
import { type MemoryLines, memoryLines } from './memory-block.ts';

/** Counts a text, in tokens. */
export type CountTokens = (text: string) => number;

/** What a text takes. */
export interface TokenMeter {
	readonly count: CountTokens;
	/** How many tokens the endpoint counts for one of `count`'s; 1 unless given. What is shown is not multiplied. */
	readonly scale?: number;
}

/** Something that can be given up: a whole item, or one memory out of a block. */
export interface Candidate {
	readonly identity: string;
	readonly item: ChatItem;
	readonly tokens: number;
	/** Null is the item itself. */
	readonly memory: MemoryLines | null;
}

/**
 * When it goes: `kept` never; `list` and `pool` first to stay within their share; `history` oldest first, `sample` last
 * first, `note` after all of these.
 */
export type CandidateKind = 'kept' | 'list' | 'pool' | 'history' | 'sample' | 'note';

/** Role tags and line feeds around an item, in tokens; fewer once neighbours are one message. */
export const framingTokens = 4;

const KINDS: Readonly<Partial<Record<ContextTag, CandidateKind>>> = {
	KNOWLEDGE_SERVER_EMOJIS: 'list',
	KNOWLEDGE_SERVER_STICKERS: 'list',
	KNOWLEDGE_PERSONA_SPRITES: 'list',
	KNOWLEDGE_SERVER_MEMORIES: 'pool',
	KNOWLEDGE_USERS_IN_CONVERSATION: 'pool',
	KNOWLEDGE_SERVER_DOCUMENTS: 'pool',
	KNOWLEDGE_LOREBOOK: 'pool',
	DIALOGUE_SAMPLE: 'sample',
	DIALOGUE_HISTORY: 'history',
	CONTEXT_NOTE_INJECTION: 'note',
};

/** What becomes of an item. Instructions about short-term memory hold none and are notes. */
export function kindOf({ tag, explicitPrefill, completionEntries }: ChatItem): CandidateKind {
	if (explicitPrefill === true) return 'kept';
	if (tag === 'KNOWLEDGE_SHORT_TERM_MEMORY') return completionEntries === undefined ? 'note' : 'pool';
	return KINDS[tag] ?? 'kept';
}

/** The item, and each memory in it that can be given up alone; together they cost what the item costs. */
export function candidatesOf(item: ChatItem, { count, scale = 1 }: TokenMeter): readonly Candidate[] {
	const memories = kindOf(item) === 'pool' ? (memoryLines(item) ?? []) : [];
	const parts = memories.map((memory): Candidate => {
		const tokens = Math.ceil(count(item.text.slice(memory.from, memory.to)) * scale);
		return { identity: memory.identity, item, tokens, memory };
	});
	const rest = memories.length === 0 ? item.text : textWithout(item.text, memories);
	return [
		{
			identity: item.identity,
			item,
			tokens: Math.ceil((count(rest) + framingTokens) * scale) + tokensOfParts(item.media ?? []),
			memory: null,
		},
		...parts,
	];
}

function textWithout(text: string, memories: readonly MemoryLines[]): string {
	const ordered = memories.toSorted((left, right) => left.from - right.from);
	const starts = [0, ...ordered.map(({ to }) => to)];
	return starts.map((start, index) => text.slice(start, ordered[index]?.from)).join('');
}

/** Whether the item is the line that is answered. */
export function isTrigger(item: ChatItem, triggerMessageId: Snowflake): boolean {
	return item.messageId === triggerMessageId || item.identity === `history:${triggerMessageId}`;
}

/** The part of the window that an item is shown as. */
export function segmentOf({ tag, explicitPrefill }: ChatItem): PromptSegment {
	if (explicitPrefill === true) return 'frame';
	if (tag.startsWith('SYSTEM_')) return 'personality';
	if (tag === 'DIALOGUE_SAMPLE') return 'samples';
	if (tag === 'DIALOGUE_HISTORY' || tag === 'CONTEXT_NOTE_INJECTION') return 'history';
	return tag === 'KNOWLEDGE_LOREBOOK' ? 'lore' : 'memories';
}
