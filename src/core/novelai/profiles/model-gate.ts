/** Which plans a model is served on, and what to say when an account's plan is not among them. */
import type { Failure } from '#domain/failure';
import type { SubscriptionFacts, SubscriptionTier } from '#domain/subscription';
import type { Profile } from './profile.ts';
import { tierName } from './tier-names.ts';

const PAID_TIERS: readonly SubscriptionTier[] = ['tablet', 'scroll', 'opus'];

/** The paid plans that have a window for the model, smallest first. */
export function servingTiers(profile: Profile): readonly SubscriptionTier[] {
	return PAID_TIERS.filter((tier) => profile.windows[tier] !== undefined);
}

/** True when some paid plan does not serve the model, so that choosing it has to look at the account (ruling N9). */
export function isGated(profile: Profile): boolean {
	return servingTiers(profile).length < PAID_TIERS.length;
}

/** Why an account with these facts cannot use the model, or null when it can. */
export function gateFailure(profile: Profile, facts: SubscriptionFacts): Failure | null {
	if (!facts.active) return { code: 'subscription-inactive' };
	if (profile.windows[facts.tier] !== undefined) return null;
	return { code: 'tier-unsupported', model: profile.displayName, tier: tierName(facts.tier) };
}
