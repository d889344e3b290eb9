/** One piece of a prompt before any model's own format. */
import type { Snowflake } from '#domain/ids';
import type { LorePosition } from '#domain/lorebook';
import type { MediaDescriptor } from '#domain/media-descriptor';

/** Where a piece comes from; models admit or exclude pieces by it. */
export type ContextTag =
	| 'SYSTEM_HUMANIZER_RULES'
	| 'SYSTEM_CHANNEL_PROMPT'
	| 'SYSTEM_PERSONA_PROMPT'
	| 'SYSTEM_PERSONALITY'
	| 'KNOWLEDGE_SERVER_INFO'
	| 'KNOWLEDGE_PERSONA_USER_BLOCKS'
	| 'KNOWLEDGE_SERVER_MEMORIES'
	| 'KNOWLEDGE_SERVER_EMOJIS'
	| 'KNOWLEDGE_SERVER_STICKERS'
	| 'KNOWLEDGE_PERSONA_SPRITES'
	| 'KNOWLEDGE_USERS_IN_CONVERSATION'
	| 'KNOWLEDGE_SHORT_TERM_MEMORY'
	| 'KNOWLEDGE_VERBATIM_TOOL_DEFINITIONS'
	| 'KNOWLEDGE_SERVER_DOCUMENTS'
	| 'KNOWLEDGE_SERVER_CONDITIONING'
	| 'KNOWLEDGE_LOREBOOK'
	| 'DIALOGUE_SAMPLE'
	| 'DIALOGUE_HISTORY'
	| 'CONTEXT_NOTE_INJECTION';

/** Who speaks in a piece, kept apart from its text. */
export interface ContextSender {
	readonly name: string;
	readonly type: 'user' | 'persona';
}

/** One memory behind a block that lists several: what NovelAI's models read in place of the block. */
export interface CompletionEntry {
	/** Such as `memory:server:<id>`, `memory:personal:<id>` or `stm:<id>`. */
	readonly identity: string;
	/** The content alone, without ids, tags or owner. */
	readonly text: string;
	/** Milliseconds since 1970; older ones are given up first. Absent when undated. */
	readonly recencyMs?: number;
}

/** What placement and fitting need to know of a lorebook entry (ruling L3). */
export interface LorePlacement {
	readonly activation: 'always' | 'activated';
	readonly position: LorePosition;
	readonly insertionOrder: number;
}

/**
 * A capability-neutral piece. `text` is what chat models read (history lines begin with `Name: `); `completionText` is
 * the projection that NovelAI's models read, without label: on `DIALOGUE_HISTORY` and `CONTEXT_NOTE_INJECTION` a
 * missing projection means excluded, elsewhere it means the text, and `''` always means excluded (ruling N20).
 */
export interface StructuredContextItem {
	readonly role: 'system' | 'user' | 'model';
	readonly tag: ContextTag;
	readonly text: string;
	readonly completionText?: string;
	/** Present on blocks of memories: each entry is a candidate of its own, and the block itself is none. */
	readonly completionEntries?: readonly CompletionEntry[];
	/** False for narration, which carries no label. */
	readonly completionSpeaker?: false;
	/** Pieces with one identity are one thing in reports, such as `history:<message id>` or `sample:0`. */
	readonly identity: string;
	readonly messageId?: Snowflake;
	readonly sender?: ContextSender;
	/** What completion models read as the label where it is not the sender's name, such as `Tomori (mad)`. */
	readonly completionLabel?: string;
	/** On `KNOWLEDGE_USERS_IN_CONVERSATION`: whom the block is about. */
	readonly participants?: readonly ContextSender[];
	/** Capability-neutral; `resolveMediaForModel` makes parts or notices of them for each attempt. */
	readonly mediaDescriptors?: readonly MediaDescriptor[];
	/** On `KNOWLEDGE_LOREBOOK`, whose items hold one entry each. */
	readonly lore?: LorePlacement;
	/** Always admitted, sent exactly, last, in place of the `Name:` cue. */
	readonly explicitPrefill?: true;
}

/** The label that completion models read and end replies at; null where nobody speaks. */
export function completionLabelOf({
	completionLabel,
	sender,
}: Pick<StructuredContextItem, 'completionLabel' | 'sender'>): string | null {
	return completionLabel ?? sender?.name ?? null;
}
