/** How many tokens an endpoint counts for each one that is estimated here, learnt from what it says of its requests. */

/** Vocabularies count between half as many tokens and, of scripts that they lack, several times as many. */
export const TOKEN_SCALE_LIMITS = { min: 0.5, max: 6, observationsMax: 4, estimatedTokensMin: 200 } as const;

/**
 * One observation, or null where nothing can be learnt: no count, one that nobody can mean, or a prompt so short that
 * the template around it weighs more than its words. Fewer tokens than any vocabulary makes of the words are no count
 * of them either: the server cut the prompt, or leaves out what it remembered of it.
 */
export function observedScale(countedTokens: unknown, estimatedTokens: number): number | null {
	const { min, max, estimatedTokensMin } = TOKEN_SCALE_LIMITS;
	if (typeof countedTokens !== 'number' || !Number.isSafeInteger(countedTokens)) return null;
	if (estimatedTokens < estimatedTokensMin) return null;
	const scale = countedTokens / estimatedTokens;
	return scale >= min && scale <= max ? scale : null;
}

/** The newest observations, with one more. */
export function withObservation(observations: readonly number[], scale: number): readonly number[] {
	const { min, max, observationsMax } = TOKEN_SCALE_LIMITS;
	return [...observations, Math.min(max, Math.max(min, scale))].slice(-observationsMax);
}

/** No two prompts are made of the same letters. */
const headroom = 1.05;

/**
 * What an estimate is multiplied by: a little more than the highest of the newest observations, since a prompt that is too
 * long gets no answer; 1 before the first.
 */
export function tokenScale(observations: readonly number[]): number {
	return observations.length === 0 ? 1 : Math.max(...observations) * headroom;
}
