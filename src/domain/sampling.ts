/** Samplers that a person may set, and the thinking level. */

/** `auto` follows the model's profile (ruling N13). */
export type ThinkingLevel = 'auto' | 'none' | 'low' | 'medium' | 'high';

/** What a scope sets explicitly; an absent field inherits the preset's value or the model's own default. */
export interface SamplingOverrides {
	/** 0 to 2. */
	readonly temperature?: number;
	/** 0 to 1; 1 is off. */
	readonly topP?: number;
	/** 0 to 1000; 0 is off. */
	readonly topK?: number;
	/** 0 to 1; 0 is off. */
	readonly minP?: number;
	/** -2 to 2. */
	readonly frequencyPenalty?: number;
	/** -2 to 2. */
	readonly presencePenalty?: number;
}

/**
 * What one scope chose for its provider. Applying a preset stores its name and clears `edits`, so that all four common
 * samplers are reset and enabled at once; whatever is set afterwards is an edit and lasts until the next preset or model.
 */
export interface SamplingSelection {
	/** A published preset's name; null takes the serving model's own defaults. */
	readonly presetName: string | null;
	/** Set explicitly since the preset was applied or the model chosen; they win over the preset. */
	readonly edits: SamplingOverrides;
}

/** Nothing chosen: every model runs on its own defaults. */
export const EMPTY_SAMPLING: SamplingSelection = { presetName: null, edits: {} };

/** How many exact stop strings a scope may have, and how long each may be in UTF-16 units. */
export interface StopStringLimits {
	readonly stopStringsMax: number;
	readonly stopStringCharactersMax: number;
}

/** As many as are stored and sent; the operator may allow fewer (BOT_MAX_STOP_STRINGS_PER_SERVER, BOT_MAX_STOP_STRING_LENGTH). */
export const STOP_STRING_LIMITS: StopStringLimits = { stopStringsMax: 40, stopStringCharactersMax: 200 };
