/** What is stored of people for the sake of prompts. */
import type { PersonaId, Snowflake } from '#domain/ids';

/** 0: nothing is held back. 1: no personal memories. 2: the person stays out of every context. */
export type PrivacyLevel = 0 | 1 | 2;

/** Stored facts of one person, as one persona in one workspace may use them. */
export interface PersonFacts {
	readonly discordId: Snowflake;
	/** The name under which Discord last showed them, as far as it is known. */
	readonly displayName?: string;
	/** What they asked this persona, else everybody, to call them; null when they asked nothing. */
	readonly nickname: string | null;
	readonly privacyLevel: PrivacyLevel;
	/** False when the workspace keeps their nickname out of prompts. */
	readonly mayBePersonal: boolean;
}

/** A `mute` keeps a person from calling the persona; a `block` also hides from it what they write. */
export type BlockType = 'mute' | 'block';

/** A persona's block of one person. */
export interface PersonaUserBlock {
	readonly personaId: PersonaId;
	readonly userDiscordId: Snowflake;
	readonly blockType: BlockType;
	readonly reason: string | null;
	/** Milliseconds since 1970; null is for good. */
	readonly expiresAtMs: number | null;
}

/** Of blocks: people for each persona, whole hours, and UTF-16 units. */
export const BLOCK_LIMITS = { perPersonaMax: 500, hoursMax: 8_760, reasonCharactersMax: 200 } as const;
