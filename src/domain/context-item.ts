/** One piece of a prompt before any model's own format. */
import type { Snowflake } from '#domain/ids';

/** Where a piece comes from; models admit or exclude pieces by it. */
export type ContextTag =
	| 'SYSTEM_HUMANIZER_RULES'
	| 'SYSTEM_CHANNEL_PROMPT'
	| 'SYSTEM_PERSONA_PROMPT'
	| 'SYSTEM_PERSONALITY'
	| 'KNOWLEDGE_SERVER_INFO'
	| 'DIALOGUE_SAMPLE'
	| 'DIALOGUE_HISTORY'
	| 'CONTEXT_NOTE_INJECTION';

/** Who speaks in a piece, kept apart from its text. */
export interface ContextSender {
	readonly name: string;
	readonly type: 'user' | 'persona';
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
	/** False for narration, which carries no label. */
	readonly completionSpeaker?: false;
	/** Pieces with one identity are one thing in reports, such as `history:<message id>` or `sample:0`. */
	readonly identity: string;
	readonly messageId?: Snowflake;
	readonly sender?: ContextSender;
	/** Always admitted, sent exactly, last, in place of the `Name:` cue. */
	readonly explicitPrefill?: true;
}
