/** What an account may do. */

/** A paid plan; `paper` is the free one. */
export type SubscriptionTier = 'paper' | 'tablet' | 'scroll' | 'opus';

/** Facts of `GET /user/subscription` that matter to us. */
export interface SubscriptionFacts {
	readonly tier: SubscriptionTier;
	readonly active: boolean;
}
