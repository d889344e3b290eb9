/** Custom endpoints at rest; their keys are in the credential store under `custom:<name>`. */
import type { CustomProvider } from '#domain/custom-provider';
import type { CredentialScope } from './credential-store.ts';

/** Named rows per scope; names are compared ignoring case. */
export interface CustomProviderStore {
	/** All of a scope, by name. */
	listProviders(scope: CredentialScope): Promise<readonly CustomProvider[]>;
	/** Null when the scope has none of that name. */
	findProvider(scope: CredentialScope, name: string): Promise<CustomProvider | null>;
	/** Stores or replaces the row of that name. */
	saveProvider(scope: CredentialScope, provider: CustomProvider): Promise<void>;
	/** True when there was one; its keys go with it. */
	removeProvider(scope: CredentialScope, name: string): Promise<boolean>;
}
