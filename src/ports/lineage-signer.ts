/** Proofs that a card's lineage was written by this installation (ruling P12). */
import type { LineageId } from '#domain/ids';
import type { CardLineage } from '#domain/persona-card';

/** Signs lineages under CRYPTO_SECRET. */
export interface LineageSigner {
	/** The same lineage is signed alike as long as the secret stays. */
	sign(lineageId: LineageId): CardLineage;
	/** The lineage of a claim that was signed here, under any version of the secret; null for every other. */
	lineageOf(claim: CardLineage): LineageId | null;
}
