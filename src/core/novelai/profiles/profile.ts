/** What a NovelAI model is: everything that differs between models, as data. */
import type { SubscriptionTier } from '#domain/subscription';

/** How stars (`[ S: 4 ]`) follow the story header: not at all, only when a persona sets them, or always with a default. */
export type StarsPolicy =
	| { readonly kind: 'never' }
	| { readonly kind: 'when-set' }
	| { readonly kind: 'always'; readonly stars: number };

/** The samplers of a completion request before anybody changed them. */
export interface CompletionSamplers {
	readonly temperature: number;
	readonly topK: number;
	readonly topP: number;
}

/** A published set of native parameters; `order` lists the samplers that run, by the API's numbers. */
export interface NativePreset {
	readonly name: string;
	readonly displayName: string;
	/** Which models it is made for. */
	readonly target: string;
	readonly order: readonly number[];
	readonly parameters: Readonly<Record<string, number | string>>;
}

/** A token sequence made more or less likely; the API wants all four fields. */
export interface LogitBias {
	readonly sequence: readonly number[];
	readonly bias: number;
	readonly ensure_sequence_finish: boolean;
	readonly generate_once: boolean;
}

/** How requests travel and what only that road needs. */
export type Transport =
	| { readonly kind: 'completion'; readonly samplers: CompletionSamplers }
	| {
			readonly kind: 'native';
			readonly preset: NativePreset;
			readonly bannedSequences: readonly (readonly number[])[];
			readonly logitBiases: readonly LogitBias[];
			readonly modulePrefix: string;
	  };

/** One model. Windows and lengths are tokens; a tier without a window cannot use the model. */
export interface Profile {
	readonly codename: string;
	readonly displayName: string;
	readonly transport: Transport;
	readonly renderer: 'chat' | 'story';
	readonly tokenizerFamily: string;
	readonly windows: Readonly<Partial<Record<SubscriptionTier, number>>>;
	readonly outputTokensDefault: number;
	/** The API's own ceiling, or null when none is known. */
	readonly outputTokensMax: number | null;
	/** What NovelAI publishes as longest output; more may be refused (ruling N7). */
	readonly publishedOutputTokens: Readonly<Partial<Record<SubscriptionTier, number>>>;
	/** UTF-16 units of the rendered prompt, or null when no limit is known. */
	readonly promptCharactersMax: number | null;
	readonly attg: boolean;
	readonly stars: StarsPolicy;
	/** Tokens kept free beside prompt and output. */
	readonly reserves: { readonly framingTokens: number; readonly sentenceCompletionTokens: number };
	/** `by-level` follows the thinking level; `never` ignores it. */
	readonly thinking: 'by-level' | 'never';
	/** Presets with this target fit the model; null when it takes none. */
	readonly presetTarget: string | null;
}
