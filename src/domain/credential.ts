/** A provider key in use. */
import type { CustomProvider } from '#domain/custom-provider';
import type { ServerId, UserId } from '#domain/ids';
import type { Secret } from '#domain/secret';

/** Whose key it is; `operator` is `NOVELAI_API_KEY`. */
export type CredentialOwner =
	| { readonly kind: 'server'; readonly serverId: ServerId }
	| { readonly kind: 'personal'; readonly userId: UserId }
	| { readonly kind: 'operator' };

/**
 * A key ready to be sent; `digest` (hex sha256 of the key, or of that and the host of its endpoint) names it in caches and
 * queues without revealing it.
 */
export interface Credential {
	readonly provider: string;
	readonly owner: CredentialOwner;
	readonly secret: Secret;
	readonly digest: string;
	/** Where a custom provider's requests go, and what it takes; absent for NovelAI. Its secret may be empty. */
	readonly endpoint?: CustomProvider;
}
