/** A provider key in use. */
import type { CustomProvider } from '#domain/custom-provider';
import type { ServerId, UserId } from '#domain/ids';
import { type ModelCapabilities, TEXT_ONLY } from '#domain/media-descriptor';
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

/** What the model behind a key can do: what its endpoint was said to, and text alone for every other. */
export function capabilitiesOf({ endpoint }: Pick<Credential, 'endpoint'>): ModelCapabilities {
	return endpoint?.capabilities ?? TEXT_ONLY;
}

/** What is busy or away when a provider is: its one service, or one endpoint, whoever has stored it. */
export function hostOf({ provider, endpoint }: Pick<Credential, 'provider' | 'endpoint'>): string {
	return endpoint?.baseUrl ?? provider;
}

/** How failures name the side that failed: an endpoint by the name it was given, and a provider's one service not at all. */
export function failingSide({ endpoint }: Pick<Credential, 'endpoint'>): { readonly provider?: string } {
	return endpoint === undefined ? {} : { provider: endpoint.name };
}
