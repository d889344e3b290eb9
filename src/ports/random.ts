/** Chance, as a capability. */

/** A source of numbers in [0, 1). */
export interface Random {
	next(): number;
}
