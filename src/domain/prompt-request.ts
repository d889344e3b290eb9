/** What a prompt is made of; plain data, since it crosses to the preparation worker. */
import type { StructuredContextItem } from '#domain/context-item';
import type { Snowflake } from '#domain/ids';
import type { MediaOutcomes } from '#domain/loaded-media';
import type { AttgFields } from '#domain/persona';
import type { SamplingSelection, ThinkingLevel } from '#domain/sampling';
import type { ToolDefinition } from '#domain/tool-call';
import type { UncensorOptions } from '#domain/uncensor-options';

/** One request for a reply, before any model's own format. */
export interface PromptRequest {
	readonly codename: string;
	readonly items: readonly StructuredContextItem[];
	readonly personaName: string;
	/** Other labels of the serving persona. */
	readonly personaAliases: readonly string[];
	readonly attg: AttgFields;
	/** Of the scope whose key serves, never of another one. */
	readonly sampling: SamplingSelection;
	/** True when another model was chosen and failed: then `sampling` was meant for that one and does not apply. */
	readonly isFallbackAttempt: boolean;
	readonly thinkingLevel: ThinkingLevel;
	/** Tokens; null takes the model's own default. */
	readonly maxOutputTokens: number | null;
	/** Exact, within `STOP_STRING_LIMITS`. */
	readonly stopStrings: readonly string[];
	/** Whether the provider itself is asked to stop at `Name:`; NovelAI's always is. */
	readonly speakerStopEnabled?: boolean;
	readonly triggerMessageId: Snowflake;
	/** What the model of this attempt may see of the items' media; absent for a model that sees nothing. */
	readonly media?: MediaOutcomes;
	/** Identities of lore that the activation budget left out, for the report. */
	readonly skippedLore?: readonly string[];
	/** How words of the conversation were changed for models that read notes, so that a reply can be read back. */
	readonly uncensor?: UncensorOptions;
	/** What the model may call; absent where it may call nothing. */
	readonly tools?: readonly ToolDefinition[];
	/** Set where it calls them in the words of its reply. */
	readonly callsVerbatim?: true;
	/** Set when the reply was begun by an earlier request and broke off. */
	readonly continuation?: PromptContinuation;
}

/** The beginning of a reply that the next request goes on with. */
export interface PromptContinuation {
	/** Everything the model wrote so far, exactly, thoughts included. */
	readonly written: string;
	/** What the whole reply may take, the part written included. */
	readonly totalOutputTokens: number;
}
