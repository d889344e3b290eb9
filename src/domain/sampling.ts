/** Samplers that a person may set, and the thinking level. */

/** `auto` follows the model's profile (ruling N13). */
export type ThinkingLevel = 'auto' | 'none' | 'low' | 'medium' | 'high';

/** What a scope sets explicitly; an absent field inherits the model's own default. */
export interface SamplingOverrides {
	/** 0 to 2. */
	readonly temperature?: number;
	/** 0 to 1. */
	readonly topP?: number;
	/** 0 to 1000; 0 is off. */
	readonly topK?: number;
	/** 0 to 1. */
	readonly minP?: number;
	/** -2 to 2. */
	readonly frequencyPenalty?: number;
	/** -2 to 2. */
	readonly presencePenalty?: number;
}
