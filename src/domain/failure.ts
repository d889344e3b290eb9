/** Everything that can go wrong without being a bug, as one closed list. */

/**
 * A failure's code is its message key (`failure.<code>`), and its other fields fill the message's placeholders.
 * `detail` is a provider's own words, bounded and free of keys. `provider` names it where it is not NovelAI.
 */
export type Failure =
	| { readonly code: 'no-key' }
	| { readonly code: 'no-key-direct' }
	| { readonly code: 'key-rejected'; readonly provider?: string }
	| { readonly code: 'subscription-unavailable' }
	| { readonly code: 'subscription-inactive'; readonly provider?: string }
	| { readonly code: 'tier-unsupported'; readonly model: string; readonly tier: string }
	| { readonly code: 'model-unknown'; readonly model: string }
	| { readonly code: 'tokenizer-missing'; readonly family: string }
	| { readonly code: 'prompt-too-long' }
	| { readonly code: 'oversized-run' }
	| { readonly code: 'floor-too-large'; readonly inputTokens: number; readonly windowTokens: number }
	| { readonly code: 'context-exceeded'; readonly provider?: string }
	| { readonly code: 'address-private' }
	| { readonly code: 'provider-busy'; readonly provider?: string }
	| { readonly code: 'provider-overloaded'; readonly provider?: string }
	| { readonly code: 'provider-unreachable'; readonly provider?: string }
	| { readonly code: 'provider-timeout'; readonly provider?: string }
	| { readonly code: 'provider-paused'; readonly seconds: number; readonly provider?: string }
	| { readonly code: 'provider-rejected'; readonly detail: string; readonly provider?: string }
	| { readonly code: 'provider-broken'; readonly detail: string; readonly provider?: string }
	| { readonly code: 'continuation-exhausted'; readonly provider?: string }
	| { readonly code: 'empty-reply' }
	| { readonly code: 'turn-timeout' }
	| { readonly code: 'content-intent-missing' }
	| { readonly code: 'discord-unreachable' }
	| { readonly code: 'discord-forbidden' }
	| { readonly code: 'discord-gone' }
	/** The message was posted before, and somebody has deleted it since. */
	| { readonly code: 'discord-removed' }
	| { readonly code: 'discord-slowmode' }
	| { readonly code: 'discord-blocked' }
	| { readonly code: 'discord-write-limit' }
	| { readonly code: 'discord-edit-limit' }
	| { readonly code: 'discord-rejected'; readonly detail: string }
	| { readonly code: 'database-unavailable' }
	| { readonly code: 'internal-error' };

/** The code of a failure. */
export type FailureCode = Failure['code'];
