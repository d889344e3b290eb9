/** NovelAI's models and plans in the words of the text model's port. */
import { gateFailure, isGated } from '#core/novelai/profiles/model-gate';
import type { Profile } from '#core/novelai/profiles/profile';
import { allProfiles } from '#core/novelai/profiles/profile-of';
import { requiredFamily } from '#core/novelai/profiles/serving-family';
import { tierName } from '#core/novelai/profiles/tier-names';
import type { Failure } from '#domain/failure';
import type { SubscriptionFacts, SubscriptionTier } from '#domain/subscription';
import { err, ok, type Result } from '#lib/result';
import type { KeyFacts, ModelDescription } from '#ports/text-model';

function byTier(tokens: Readonly<Partial<Record<SubscriptionTier, number>>>) {
	return Object.entries(tokens).map(([tier, count]) => ({ tier: tierName(tier as SubscriptionTier), tokens: count }));
}

/** A profile as people choose it; `missing` are the tokenizer families that are not provisioned. */
export function describeModel(profile: Profile, missing: ReadonlySet<string>): ModelDescription {
	return {
		codename: profile.codename,
		displayName: profile.displayName,
		windows: byTier(profile.windows),
		available: !missing.has(requiredFamily(profile)),
		isGated: isGated(profile),
		style: profile.renderer === 'story' ? 'story' : 'chat',
		thinks: profile.thinking === 'by-level',
		presetTarget: profile.presetTarget,
		publishedOutputs: byTier(profile.publishedOutputTokens),
	};
}

/** What a key may do; a plan that has ended is a failure. */
export function keyFactsOf(facts: Result<SubscriptionFacts, Failure>): Result<KeyFacts, Failure> {
	if (!facts.ok) return facts;
	if (!facts.value.active) return err({ code: 'subscription-inactive' });
	const served = allProfiles().filter((profile) => gateFailure(profile, facts.value) === null);
	return ok({ tier: tierName(facts.value.tier), models: served.map(({ codename }) => codename) });
}
