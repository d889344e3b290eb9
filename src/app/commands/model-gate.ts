/** The gate before a model or key is stored: every key of the scope must be on a plan that serves the model. */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { TextModel } from '#ports/text-model';

/** What would serve what. */
export interface GateQuestion {
	readonly codenames: readonly string[];
	readonly keys: readonly Credential[];
	readonly signal: AbortSignal;
}

/**
 * The first refusal, or null. Models that every paid plan serves pass without a question to the provider, and so does
 * everything where there is no key yet (ruling N9).
 */
export async function gateRefusal(question: GateQuestion, model: TextModel): Promise<Failure | null> {
	const { codenames, keys, signal } = question;
	const gated = model.models().filter((one) => one.isGated && codenames.includes(one.codename));
	if (gated.length === 0) return null;
	const answers = await Promise.all(keys.map((key) => model.keyFacts(key, signal)));
	for (const facts of answers) {
		if (!facts.ok) return facts.error;
		const refused = gated.find((one) => !facts.value.models.includes(one.codename));
		if (refused) return { code: 'tier-unsupported', model: refused.displayName, tier: facts.value.tier };
	}
	return null;
}
