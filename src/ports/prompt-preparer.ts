/** The preparation worker as its callers see it. */
import type { Failure } from '#domain/failure';
import type { PreparedPrompt } from '#domain/fitting';
import type { PromptRequest } from '#domain/prompt-request';
import type { SubscriptionTier } from '#domain/subscription';
import type { Result } from '#lib/result';

/** Renders, counts and fits away from the main loop, so that a long prompt never delays the gateway. */
export interface PromptPreparer {
	prepare(
		request: PromptRequest,
		tier: SubscriptionTier,
		signal: AbortSignal,
	): Promise<Result<PreparedPrompt, Failure>>;
	/** Tokenizer families that could not be loaded; empty when all is well. */
	missingFamilies(): Promise<readonly string[]>;
}
