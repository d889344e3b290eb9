/** A model that writes the persona's replies. */

import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { GenerationEvent } from '#domain/generation';
import type { PromptRequest } from '#domain/prompt-request';
import type { Result } from '#lib/result';

/** Prepares and streams; one generation at a time per credential is the caller's duty. */
export interface TextModel {
	/** Whether its prompts carry notes beside what was said, such as who reacted; false spares the reading of them. */
	readsNotes(credential: Credential): boolean;
	/** Whether its terms want a person's action behind every generation, so that no persona calls it (ruling N10). */
	needsPerson(credential: Credential): boolean;
	/** Renders, counts and fits; the same function serves inspection. Asks for subscription facts when it has none. */
	prepare(
		request: PromptRequest,
		credential: Credential,
		signal: AbortSignal,
	): Promise<Result<PreparedPrompt, Failure>>;
	/** Leaving the loop or aborting releases the request; never throws, failures are events. */
	stream(prepared: PreparedPrompt, credential: Credential, signal: AbortSignal): AsyncIterable<GenerationEvent>;
	/** Whether the provider accepts the key, asked fresh; what it answers is remembered. */
	checkCredential(credential: Credential, signal: AbortSignal): Promise<Result<KeyFacts, Failure>>;
	/** The same, asked only when nothing is remembered. */
	keyFacts(credential: Credential, signal: AbortSignal): Promise<Result<KeyFacts, Failure>>;
	/** The models on offer, default first. */
	models(): readonly ModelDescription[];
}

/** What a key check learned. */
export interface KeyFacts {
	/** The plan's name as shown to people; null where the provider has no plans. */
	readonly tier: string | null;
	/** The models that the key may ask: our codenames, or an endpoint's own names; empty when it names none. */
	readonly models: readonly string[];
}

/** A model as people choose it. */
export interface ModelDescription {
	readonly codename: string;
	readonly displayName: string;
	/** Which plans serve it, and with what window in tokens; the plan is null where the provider has none. */
	readonly windows: readonly { readonly tier: string | null; readonly tokens: number }[];
	/** False until its tokenizer is provisioned. */
	readonly available: boolean;
	/** True when some paid plan does not serve it, so that choosing it has to look at the account (ruling N9). */
	readonly isGated: boolean;
	/** Whether it was made for conversations or goes on with stories. */
	readonly style: 'chat' | 'story';
	/** Whether a thinking level changes anything. */
	readonly thinks: boolean;
	/** Presets with this target fit it; null when it takes none. */
	readonly presetTarget: string | null;
	/** Longest replies that the provider publishes, by plan; empty when it publishes none. Tokens. */
	readonly publishedOutputs: readonly { readonly tier: string; readonly tokens: number }[];
}
