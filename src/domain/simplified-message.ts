/** An entry of the conversation after reading the room. */
import type { Snowflake } from '#domain/ids';

/** What was said by whom; `completionContent` holds only words that people and personas said (seed: history simplification). */
export interface SimplifiedMessageForContext {
	readonly id: Snowflake;
	readonly authorId: Snowflake;
	/** One-line label, safe for prompts. */
	readonly authorName: string;
	readonly authorType: 'user' | 'persona';
	readonly personaName: string | null;
	readonly content: string;
	readonly completionContent: string | null;
	readonly completionSpeaker?: false;
	readonly createdAtMs: number | null;
}
