/** The operator's own NovelAI key. */
import type { Credential } from '#domain/credential';
import type { Snowflake } from '#domain/ids';
import { Secret } from '#domain/secret';
import { credentialDigest } from './credential-digest.ts';

/** The key as the operator gave it, and whom it serves. */
export interface OperatorKeyFacts {
	/** Null when there is none. */
	readonly apiKey: string | null;
	/** Empty means every guild. */
	readonly guildIds: readonly Snowflake[];
	readonly ownerIds: readonly Snowflake[];
}

/** The key as a credential; null when there is none. */
export function operatorKey({ apiKey, guildIds, ownerIds }: OperatorKeyFacts) {
	if (apiKey === null) return null;
	const secret = new Secret(apiKey);
	const credential: Credential = {
		provider: 'novelai',
		owner: { kind: 'operator' },
		secret,
		digest: credentialDigest(secret),
	};
	return { credential, guildIds, ownerIds };
}
