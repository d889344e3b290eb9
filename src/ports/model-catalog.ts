/** What endpoints say that they serve. */
import type { Credential } from '#domain/credential';
import type { CustomProvider } from '#domain/custom-provider';

/** Whom to ask, and with which key. */
export interface CatalogQuery {
	readonly endpoint: Pick<CustomProvider, 'baseUrl' | 'mayBePrivate'>;
	readonly credential: Pick<Credential, 'secret' | 'digest'>;
}

/** Asks for lists of models, for suggestions alone: an endpoint need not have one. */
export interface ModelCatalog {
	/**
	 * The names, in the endpoint's order; none where it does not say, or not in time, or leads where it may not. The same
	 * question is asked once in a while, however often it comes. Never rejects.
	 */
	modelsAt(query: CatalogQuery): Promise<readonly string[]>;
}
