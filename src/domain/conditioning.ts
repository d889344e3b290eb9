/** What personas are rewarded and scolded for. */

/** What people may show a persona. */
export const CONDITIONING_KINDS = ['reward', 'punish'] as const;

/** One of them. */
export type ConditioningKind = (typeof CONDITIONING_KINDS)[number];

/** Of what is kept and told; of each kind by itself. */
export const CONDITIONING_LIMITS = {
	/** UTF-16 units of one text. */
	charactersMax: 300,
	/** Of a lineage in a server; the oldest go first, and what is gone is not counted any more. */
	keptMax: 1_000,
	/** The newest ones, which prompts tell of. */
	toldMax: 10,
} as const;

/** What a persona is told of its conduct. */
export interface Conditioning {
	/** The latest texts, newest last. */
	readonly rewards: readonly string[];
	readonly punishments: readonly string[];
	/** How often it happened, as far as it is kept. */
	readonly rewardsTotal?: number;
	readonly punishmentsTotal?: number;
}
