/** How many tokens a reply may have. */
import type { PromptContinuation } from '#domain/prompt-request';
import type { TokenCounter } from '#domain/tokens';
import type { Profile } from '../profiles/profile.ts';

/** The shortest output that a crowded window may force, in tokens (ruling N11). */
export const outputTokensFloor = 64;

/** What the reply asks for, and how far fitting may cut that. */
export interface OutputBudget {
	readonly wantedTokens: number;
	readonly floorTokens: number;
}

/** The configured length, or the model's default, within the API's own ceiling; at least one token. */
export function outputBudget(profile: Profile, configured: number | null): OutputBudget {
	const asked = Math.max(1, Math.floor(configured ?? profile.outputTokensDefault));
	const wantedTokens = Math.min(asked, profile.outputTokensMax ?? asked);
	return { wantedTokens, floorTokens: Math.min(outputTokensFloor, wantedTokens) };
}

/**
 * What a reply that broke off may still take: its total less what was written, counted here, thoughts included. Null
 * when nothing is left.
 */
export function remainingBudget(continuation: PromptContinuation, counter: TokenCounter): OutputBudget | null {
	const wantedTokens = continuation.totalOutputTokens - counter.count(continuation.written);
	return wantedTokens < 1 ? null : { wantedTokens, floorTokens: Math.min(outputTokensFloor, wantedTokens) };
}
