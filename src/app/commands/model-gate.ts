/** The gate before a model or key is stored: every key of the scope must be on a plan that serves the model. */
import type { Credential } from '#domain/credential';
import type { Failure } from '#domain/failure';
import type { KeyFacts, ModelDescription, TextModel } from '#ports/text-model';

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
	const refusals = await Promise.all(keys.map((key) => refusalOfKey({ key, gated, signal }, model)));
	return refusals.find((refusal) => refusal !== null) ?? null;
}

interface KeyQuestion {
	readonly key: Credential;
	readonly gated: readonly ModelDescription[];
	readonly signal: AbortSignal;
}

/** What is remembered of a plan grants; before it refuses the provider is asked afresh, since a plan may have grown. */
async function refusalOfKey({ key, gated, signal }: KeyQuestion, model: TextModel): Promise<Failure | null> {
	const remembered = await model.keyFacts(key, signal);
	if (!remembered.ok) return remembered.error;
	const refusal = refusalOf(remembered.value, gated);
	if (refusal === null) return null;
	const asked = await model.checkCredential(key, signal);
	if (asked.ok) return refusalOf(asked.value, gated);
	return asked.error.code === 'subscription-unavailable' ? refusal : asked.error;
}

function refusalOf(facts: KeyFacts, gated: readonly ModelDescription[]): Failure | null {
	const refused = gated.find((one) => !facts.models.includes(one.codename));
	return refused ? { code: 'tier-unsupported', model: refused.displayName, tier: facts.tier ?? '?' } : null;
}
