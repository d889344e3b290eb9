/** What a NovelAI model is: everything that differs between models, as data. */
import type { SubscriptionTier } from '#domain/subscription';
import type { PresetTarget, Samplers } from '../presets/preset.ts';

/** How stars (`[ S: 4 ]`) follow the story header: not at all, only when a persona sets them, or always with a default. */
export type StarsPolicy =
	| { readonly kind: 'never' }
	| { readonly kind: 'when-set' }
	| { readonly kind: 'always'; readonly stars: number };

/** A token sequence made more or less likely; the API wants all four fields. */
export interface LogitBias {
	readonly sequence: readonly number[];
	readonly bias: number;
	readonly ensure_sequence_finish: boolean;
	readonly generate_once: boolean;
}

/** Which endpoint requests go to and what only that road needs. */
export type Transport =
	| { readonly kind: 'completion' }
	| {
			readonly kind: 'native';
			readonly bannedSequences: readonly (readonly number[])[];
			readonly logitBiases: readonly LogitBias[];
			readonly modulePrefix: string;
			/** What the vocabulary may fuse with a line feed into one token; a stop needs a sequence for each. */
			readonly stopPrefixes: readonly string[];
	  };

/**
 * `chat` opens with the user's turn; `persistent-chat` has a system prompt and lists what lasts under a heading first;
 * `story` is a story header with transcripts.
 */
export type RendererKind = 'chat' | 'persistent-chat' | 'story';

/** One model. Windows and lengths are tokens; a tier without a window cannot use the model. */
export interface Profile {
	readonly codename: string;
	readonly displayName: string;
	readonly transport: Transport;
	readonly renderer: RendererKind;
	/** Sent verbatim, or null for none. */
	readonly systemPrompt: string | null;
	/** Best first; a later family stands in when the ones before it are not provisioned. The last one is required. */
	readonly tokenizerFamilies: readonly [string, ...string[]];
	/**
	 * Special strings that the model is known to read although a family that stands in may not hold them, kept out of
	 * people's text like the family's own.
	 */
	readonly guardedStrings: readonly string[];
	/** Stand before everything while the story's start is visible, if the tokenizer knows each as one token (ruling N5). */
	readonly startTokens: readonly string[];
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
	/** Whether chat shorthand becomes prose before it is rendered and counted. */
	readonly polishes: boolean;
	/** `by-level` follows the thinking level; `never` ignores it. */
	readonly thinking: 'by-level' | 'never';
	/** Presets with this target fit the model; null when it takes none. */
	readonly presetTarget: PresetTarget | null;
	/** What a request runs on before anybody chose anything: the target's default preset, or the model's own. */
	readonly baseSamplers: Samplers;
}
