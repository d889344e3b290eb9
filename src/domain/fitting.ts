/** What became of every candidate of a prompt. */
import type { PromptRequest } from '#domain/prompt-request';
import type { SubscriptionTier } from '#domain/subscription';
import type { ToolRound } from '#domain/tool-call';

/**
 * Why a candidate is not in the prompt: its tag is not admitted, its projection says so, it holds an oversized run, it
 * is blank, or the lore activation budget had no room for it.
 */
export type ExclusionReason = 'tag' | 'projection' | 'oversized-run' | 'empty' | 'lore-budget';

/** A part of the prompt as the picture of the window shows it. */
export type PromptSegment = 'frame' | 'personality' | 'memories' | 'lore' | 'samples' | 'history';

/** How much of the input a part takes, in tokens; the shares add up to the exact total, but each is approximate. */
export interface SegmentShare {
	readonly segment: PromptSegment;
	readonly tokens: number;
}

/** The account of one fitting: every candidate's identity appears exactly once. */
export interface FittingReport {
	readonly included: readonly string[];
	readonly excluded: readonly { readonly identity: string; readonly reason: ExclusionReason }[];
	/** Left out for room, in the order of removal. */
	readonly trimmed: readonly string[];
	readonly inputTokens: number;
	/** Every part once, in the order of `PromptSegment`; a part that is not there has 0. */
	readonly shares: readonly SegmentShare[];
	/** True when the serving tokenizer is not provisioned, as Erato's, or not known, as a custom endpoint's. */
	readonly approximate: boolean;
	readonly windowTokens: number;
	readonly outputTokensMax: number;
}

/** A request ready to be sent, byte for byte what inspection shows. */
export interface PreparedPrompt {
	readonly codename: string;
	/** NovelAI's two forms of a request, or the conversation that other servers take. */
	readonly transport: 'completion' | 'native' | 'chat';
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
	/** What was prepared: a reply that breaks off is prepared again from it. */
	readonly request: PromptRequest;
	/** What was called since, oldest first; the request goes on from there. */
	readonly toolRounds?: readonly ToolRound[];
	/** How many tokens the endpoint counts for one that is estimated; absent is one. */
	readonly tokenScale?: number;
	/** For which plan; null where the provider has none. */
	readonly tier: SubscriptionTier | null;
}
