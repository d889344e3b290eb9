/** The shape of entries that nobody said. */
import type { ChatMessage } from '#domain/message';
import type { SimplifiedMessageForContext } from '#domain/simplified-message';

/** The name of whoever speaks for the program itself. */
export const SYSTEM_NAME = 'System';

/** The author id of cards of ours that are shown as system text. */
export const systemEmbedAuthorId = 'system-embed';

/** What tells one such entry from another. */
export interface SystemEntryOptions {
	/** Not a Discord id: such entries belong to no account. */
	readonly authorId: string;
	/** The note, without brackets. */
	readonly text: string;
	/** What completion models read as narration; nothing when left out. */
	readonly narration?: string | null;
}

/** An entry that consists of one note. */
export function systemEntry(message: ChatMessage, options: SystemEntryOptions): SimplifiedMessageForContext {
	return {
		id: message.id,
		authorId: options.authorId,
		authorName: SYSTEM_NAME,
		authorType: 'system',
		personaName: null,
		authorPersonaId: null,
		authorPersonaLineageId: null,
		content: null,
		systemNotes: [{ text: options.text, place: 'before' }],
		completionContent: options.narration ?? null,
		completionSpeaker: false,
		createdAtMs: message.createdAtMs,
		imageAttachments: [],
		videoAttachments: [],
		documentAttachments: [],
		remoteMediaSourceKind: null,
		combined: null,
	};
}
