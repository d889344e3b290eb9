/** A character that the bot speaks as. */
import type { LineageId, PersonaId, ServerId } from '#domain/ids';

/** One example of how the persona talks; `user` is null for a line of the persona alone. */
export interface SampleExchange {
	readonly user: string | null;
	readonly persona: string;
}

/** The story header's fields (author, title, tags, genre) and stars; empty fields are left out of prompts. */
export interface AttgFields {
	readonly author: string;
	readonly title: string;
	readonly tags: string;
	readonly genre: string;
	/** 1 to 5, or null for the model's own default. */
	readonly stars: number | null;
}

/** What makes a persona, before it has a row. */
export interface PersonaDraft {
	readonly name: string;
	/** The personality, one attribute a line. */
	readonly attributes: readonly string[];
	readonly samples: readonly SampleExchange[];
	readonly triggerWords: readonly string[];
	/** Further names that the persona goes by; none when absent. */
	readonly aliases?: readonly string[];
	readonly attg: AttgFields;
}

/** A stored persona. */
export interface Persona extends PersonaDraft {
	readonly id: PersonaId;
	readonly serverId: ServerId;
	readonly lineageId: LineageId;
	/** False for the main persona, which speaks as the bot account. */
	readonly isAlter: boolean;
	readonly aliases: readonly string[];
}

/** What of a persona changes at once; what is absent stays. */
export type PersonaChange = Partial<Omit<PersonaDraft, 'samples'>>;

/** No story header at all. */
export const EMPTY_ATTG: AttgFields = { author: '', title: '', tags: '', genre: '', stars: null };

/** Limits of a persona's parts, in characters or entries. */
export const PERSONA_LIMITS = {
	nameCharactersMax: 80,
	attributesMax: 10,
	attributeCharactersMax: 20_000,
	samplesMax: 15,
	sampleCharactersMax: 4_000,
	triggerWordsMax: 10,
	triggerWordCharactersMax: 50,
	aliasesMax: 10,
	aliasCharactersMax: 80,
	/** Of one ATTG field. */
	attgCharactersMax: 200,
	attgStarsMax: 5,
	personasPerServerMax: 20,
} as const;
