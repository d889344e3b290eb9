/** What NovelAI calls its plans. */
import type { SubscriptionTier } from '#domain/subscription';

const NAMES: Readonly<Record<SubscriptionTier, string>> = {
	paper: 'Paper',
	tablet: 'Tablet',
	scroll: 'Scroll',
	opus: 'Opus',
};

/** The plan's name as shown to people; the same in every language. */
export function tierName(tier: SubscriptionTier): string {
	return NAMES[tier];
}
