/** An entry of the conversation after reading the room. */
import type { LineageId, PersonaId, Snowflake } from '#domain/ids';
import type { DocumentAttachment, ImageAttachment, VideoAttachment } from '#domain/media';

/** Where copied media came from; forwarded media has its own wording (ruling H5). */
export type RemoteMediaSourceKind = 'reply' | 'forwarded';

/**
 * What was said by whom. `content` and `systemNotes` are for chat models, `completionContent` for completion models: only
 * what people and personas said or did (seed: history simplification).
 */
export interface SimplifiedMessageForContext {
	readonly id: Snowflake;
	readonly authorId: Snowflake;
	/** One-line label, safe for prompts, with its render modifier: `Tomori (mad)`. */
	readonly authorName: string;
	readonly authorType: 'user' | 'persona' | 'system';
	/** The persona's own name without modifier; null for people. */
	readonly personaName: string | null;
	readonly authorPersonaId: PersonaId | null;
	readonly authorPersonaLineageId: LineageId | null;
	/** What stands behind the label; null when the entry is only notes or media. */
	readonly content: string | null;
	/** Bracketed notes of ours that stand before or after the content, unlabelled (ruling H17). */
	readonly systemNotes: readonly SystemNote[];
	/** Null when there is nothing for completion models to read. */
	readonly completionContent: string | null;
	/** False for narration, which carries no label. */
	readonly completionSpeaker?: false;
	readonly createdAtMs: number | null;
	readonly imageAttachments: readonly ImageAttachment[];
	readonly videoAttachments: readonly VideoAttachment[];
	readonly documentAttachments: readonly DocumentAttachment[];
	readonly remoteMediaSourceKind: RemoteMediaSourceKind | null;
	/** Ids, texts and times of the messages that were merged into this entry, its own first; null when it is one message. */
	readonly combined: readonly CombinedPart[] | null;
}

/** A note of ours: its text without brackets, and on which side of the content it stands. */
export interface SystemNote {
	readonly text: string;
	readonly place: 'before' | 'after';
}

/** One message of a merged entry. */
export interface CombinedPart {
	readonly id: Snowflake;
	readonly content: string;
	readonly createdAtMs: number | null;
}
