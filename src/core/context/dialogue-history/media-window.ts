/** Which entries of the history may show their media (seed: media-window calculation). */
import type { MediaPolicy } from '../talk-facts.ts';

/** The window over one history. */
export interface MediaWindow {
	/** Entries from this index on are inside; 0 or less when all are, the number of entries when none is. */
	readonly cutoff: number;
	/** By how many entries the window could grow before `message_fetch_limit` ends it. */
	readonly maxExtendBy: number;
}

/** The newest entries, as many as the policy and `message_fetch_limit` allow; merged messages are one entry. */
export function effectiveMediaWindow(policy: MediaPolicy, totalEntries: number): MediaWindow {
	const limit = Math.max(0, policy.fetchLimit);
	const requested = policy.mediaContextWindow ?? policy.windowEntries;
	const windowEntries = Math.min(Math.max(0, requested), limit);
	return { cutoff: totalEntries - windowEntries, maxExtendBy: limit - windowEntries };
}

/** By how many entries the window would have to grow to hold the entry, at most `maxExtendBy`; null inside. */
export function extendByOf(index: number, { cutoff, maxExtendBy }: MediaWindow): number | null {
	return index >= cutoff ? null : Math.min(cutoff - index, maxExtendBy);
}
