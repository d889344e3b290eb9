/** What became of every candidate of a prompt. */
import type { PromptRequest } from '#domain/prompt-request';
import type { SubscriptionTier } from '#domain/subscription';

/** Why a candidate is not in the prompt. */
export type ExclusionReason = 'tag' | 'projection' | 'oversized-run' | 'empty';

/** The account of one fitting: every candidate's identity appears exactly once. */
export interface FittingReport {
	readonly included: readonly string[];
	readonly excluded: readonly { readonly identity: string; readonly reason: ExclusionReason }[];
	/** Left out for room, in the order of removal. */
	readonly trimmed: readonly string[];
	readonly inputTokens: number;
	/** True when the serving tokenizer is not provisioned and its base counts instead (Erato). */
	readonly approximate: boolean;
	readonly windowTokens: number;
	readonly outputTokensMax: number;
}

/** A request ready to be sent, byte for byte what inspection shows. */
export interface PreparedPrompt {
	readonly codename: string;
	readonly transport: 'completion' | 'native';
	/** The rendered prompt. */
	readonly prompt: string;
	/** The JSON body of the request. */
	readonly body: Readonly<Record<string, unknown>>;
	/** Labels that the reply may open with and that are stripped from it. */
	readonly ownLabels: readonly string[];
	/** Names whose label ends the reply. */
	readonly foreignNames: readonly string[];
	/** Whether the model writes its reasoning in `<think>` tags first. */
	readonly thinking: boolean;
	readonly report: FittingReport;
	/** What was prepared, for which plan: a reply that breaks off is prepared again from these. */
	readonly request: PromptRequest;
	readonly tier: SubscriptionTier;
}
