/** The plans of keys, as far as the provider says. */
import type { Credential } from '#domain/credential';
import type { TextModel } from '#ports/text-model';

/** Each plan once; a key whose plan cannot be had adds none. */
export async function knownTiers(
	keys: readonly Credential[],
	model: TextModel,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const answers = await Promise.all(keys.map((key) => model.keyFacts(key, signal)));
	return [...new Set(answers.flatMap((facts) => (facts.ok && facts.value.tier !== null ? [facts.value.tier] : [])))];
}
