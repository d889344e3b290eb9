/** A model that writes the persona's replies. */

import type { StructuredContextItem } from '#domain/context-item';
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { Snowflake } from '#domain/ids';
import type { AttgFields } from '#domain/persona';
import type { SamplingOverrides, ThinkingLevel } from '#domain/sampling';
import type { Result } from '#lib/result';

/** What a prompt is made of; plain data, since it crosses to the preparation worker. */
export interface PromptRequest {
	readonly codename: string;
	readonly items: readonly StructuredContextItem[];
	readonly personaName: string;
	/** Other labels of the serving persona. */
	readonly personaAliases: readonly string[];
	readonly attg: AttgFields;
	readonly sampling: SamplingOverrides;
	readonly thinkingLevel: ThinkingLevel;
	readonly maxOutputTokens: number | null;
	readonly stopStrings: readonly string[];
	readonly triggerMessageId: Snowflake;
}

/** Prepares and streams; one generation at a time per credential is the caller's duty. */
export interface TextModel {
	/** Renders, counts and fits; the same function serves inspection. Asks for subscription facts when it has none. */
	prepare(
		request: PromptRequest,
		credential: Credential,
		signal: AbortSignal,
	): Promise<Result<PreparedPrompt, Failure>>;
	/** Leaving the loop or aborting releases the request; never throws, failures are events. */
	stream(prepared: PreparedPrompt, credential: Credential, signal: AbortSignal): AsyncIterable<GenerationEvent>;
	/** Whether the provider accepts the key, asked fresh. */
	checkCredential(credential: Credential, signal: AbortSignal): Promise<Result<KeyFacts, Failure>>;
	/** The models on offer, default first. */
	models(): readonly ModelDescription[];
}

/** What a key check learned. */
export interface KeyFacts {
	/** The plan's name as shown to people. */
	readonly tier: string;
}

/** A model as people choose it. */
export interface ModelDescription {
	readonly codename: string;
	readonly displayName: string;
	/** Which plans serve it, and with what window in tokens. */
	readonly windows: readonly { readonly tier: string; readonly tokens: number }[];
	/** False until its tokenizer is provisioned. */
	readonly available: boolean;
}
