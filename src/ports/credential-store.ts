/** Provider keys at rest. */
import type { Credential } from '#domain/credential';
import type { ServerId, UserId } from '#domain/ids';
import type { Secret } from '#domain/secret';

/** Whose key. */
export type CredentialScope =
	| { readonly kind: 'server'; readonly serverId: ServerId }
	| { readonly kind: 'personal'; readonly userId: UserId };

/** Keys are encrypted before they reach the database and re-encrypted when an older secret was used. */
export interface CredentialStore {
	/** The scope's key for a provider, or null; a row that cannot be decrypted counts as none and is logged. */
	findCredential(scope: CredentialScope, provider: string): Promise<Credential | null>;
	/** Stores or replaces the scope's key. */
	saveCredential(scope: CredentialScope, provider: string, secret: Secret): Promise<void>;
	/** True when there was one. A server's further keys for the provider go with it. */
	removeCredential(scope: CredentialScope, provider: string): Promise<boolean>;
}
