/** What people may set, and how the scopes add up. */
import type { Locale } from '#domain/locale';
import type { SamplingOverrides, ThinkingLevel } from '#domain/sampling';

/** Delivery style: 0 whole reply, 1 paragraphs, 2 paragraphs with long ones cut, 3 sentences (ruling H21). */
export type HumanizerDegree = 0 | 1 | 2 | 3;

/** One scope's row; null inherits from the next scope, the last being the defaults. */
export interface SettingsRow {
	readonly language: Locale | null;
	/** IANA name or fixed offset such as `+09:00` (ruling H1). */
	readonly zone: string | null;
	readonly modelCodename: string | null;
	readonly thinkingLevel: ThinkingLevel | null;
	/** Tokens. */
	readonly maxOutputTokens: number | null;
	readonly sampling: SamplingOverrides;
	/** Messages, 20 to 100. */
	readonly messageFetchLimit: number | null;
	readonly humanizerDegree: HumanizerDegree | null;
}

/** The settings that hold for one turn, resolved once. */
export interface EffectiveSettings {
	/** Null when nobody chose one: then the interface language of the asker or the guild decides. */
	readonly language: Locale | null;
	readonly zone: string;
	readonly modelCodename: string;
	readonly thinkingLevel: ThinkingLevel;
	readonly maxOutputTokens: number | null;
	readonly sampling: SamplingOverrides;
	readonly messageFetchLimit: number;
	readonly humanizerDegree: HumanizerDegree;
}

/** A row that inherits everything. */
export const EMPTY_SETTINGS_ROW: SettingsRow = {
	language: null,
	zone: null,
	modelCodename: null,
	thinkingLevel: null,
	maxOutputTokens: null,
	sampling: {},
	messageFetchLimit: null,
	humanizerDegree: null,
};

/** The scopes' rows of one turn; a missing row inherits everything. */
export interface SettingsScopes {
	readonly server: SettingsRow | null;
	readonly channel: SettingsRow | null;
	readonly persona: SettingsRow | null;
	readonly user: SettingsRow | null;
}
