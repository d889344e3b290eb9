/** What notes and copied media are, and what those who write them may ask. */

import type { Snowflake } from '#domain/ids';
import type { ChatMessage } from '#domain/message';
import type { SystemNote } from '#domain/simplified-message';
import type { BodyParts } from './body-parts.ts';
import type { HistoryFacts } from './history-facts.ts';
import type { MessageMedia } from './message-media.ts';
import type { Naming } from './naming.ts';
import type { AuthorResolver, ResolvedAuthor } from './resolve-author.ts';

/** What holds for every message of one build. */
export interface HistoryBuild {
	readonly facts: HistoryFacts;
	readonly naming: Naming;
	readonly authors: AuthorResolver;
	/** Every message that was read, in its newest wording. */
	readonly byId: ReadonlyMap<Snowflake, ChatMessage>;
}

/** A message with everything that was found out about it before anything is noted. */
export interface MessageReading {
	readonly message: ChatMessage;
	readonly author: ResolvedAuthor;
	readonly parts: BodyParts;
	readonly transcript: string | null;
}

/** What one annotation adds to an entry; it can add, but never change what was said. */
export interface Addition {
	readonly notes: readonly SystemNote[];
	readonly media: MessageMedia;
	/** Set when the media belong to another message, or to a forward. */
	readonly source: 'reply' | 'forwarded' | null;
}

/** One kind of annotation; null when it has nothing to add. */
export type Annotation = (reading: MessageReading, build: HistoryBuild) => Addition | null;
