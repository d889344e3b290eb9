/** What people may set, and how the scopes add up. */
import type { Locale } from '#domain/locale';
import type { SamplingOverrides, SamplingSelection, ThinkingLevel } from '#domain/sampling';

/** Delivery style: 0 whole reply, 1 paragraphs, 2 paragraphs with long ones cut, 3 sentences (ruling H21). */
export type HumanizerDegree = 0 | 1 | 2 | 3;

/** A sampler by its name in settings. */
export type SamplerName = keyof SamplingOverrides;

/** The samplers that every preset sets; the others of a preset act at request time. */
export const PRESET_SAMPLERS = ['temperature', 'topK', 'topP', 'minP'] as const satisfies readonly SamplerName[];

/** One of the samplers that every preset sets. */
export type PresetSampler = (typeof PRESET_SAMPLERS)[number];

/** How a scope wants its model to write; settings rows and saved provider rows both hold it. */
export interface ModelChoice {
	/** Null is the model's own default. */
	readonly presetName: string | null;
	/** Stored values. With a preset, only those named by `editedSamplers` are somebody's explicit choice. */
	readonly sampling: SamplingOverrides;
	/** Samplers whose value came from a preset or a person (ruling N6). */
	readonly enabledSamplers: readonly PresetSampler[];
	/** Changed by a person since the preset was applied or the model was chosen. */
	readonly editedSamplers: readonly SamplerName[];
	readonly thinkingLevel: ThinkingLevel | null;
	/** Tokens. */
	readonly maxOutputTokens: number | null;
	/** Exact texts that end a reply; null inherits, an empty list is a choice of none. */
	readonly stopStrings: readonly string[] | null;
}

/** One scope's row; null inherits from the next scope, the last being the defaults. */
export interface SettingsRow extends ModelChoice {
	readonly language: Locale | null;
	/** IANA name or fixed offset such as `+09:00` (ruling H1). */
	readonly zone: string | null;
	readonly modelCodename: string | null;
	/** Models tried in this order when the chosen one fails; null inherits. */
	readonly fallbackModels: readonly string[] | null;
	/** Whether the server's key may answer where the person's own fails; personal only. */
	readonly personalServerFallback: boolean | null;
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
	readonly sampling: SamplingSelection;
	readonly thinkingLevel: ThinkingLevel;
	readonly maxOutputTokens: number | null;
	readonly stopStrings: readonly string[];
	readonly fallbackModels: readonly string[];
	readonly personalServerFallback: boolean;
	readonly messageFetchLimit: number;
	readonly humanizerDegree: HumanizerDegree;
}

/** No choice at all. */
export const EMPTY_MODEL_CHOICE: ModelChoice = {
	presetName: null,
	sampling: {},
	enabledSamplers: [],
	editedSamplers: [],
	thinkingLevel: null,
	maxOutputTokens: null,
	stopStrings: null,
};

/** A row that inherits everything. */
export const EMPTY_SETTINGS_ROW: SettingsRow = {
	...EMPTY_MODEL_CHOICE,
	language: null,
	zone: null,
	modelCodename: null,
	fallbackModels: null,
	personalServerFallback: null,
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
