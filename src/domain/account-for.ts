/** Accounts for every candidate of a prompt exactly once. */
import type { ExclusionReason, FittingReport } from '#domain/fitting';

/** Identities in the order in which they are to be listed; one may occur several times and in several lists. */
export interface ReportInput {
	readonly included: readonly string[];
	readonly trimmed: readonly string[];
	readonly excluded: readonly { readonly identity: string; readonly reason: ExclusionReason }[];
}

/**
 * The three lists of the report. A candidate of several pieces counts as included when any piece is in the prompt,
 * else as trimmed when any was trimmed, else as excluded for the reason of its first piece.
 */
export function accountFor(input: ReportInput): Pick<FittingReport, 'included' | 'trimmed' | 'excluded'> {
	const seen = new Set<string>();
	const isNew = (identity: string): boolean => {
		if (seen.has(identity)) return false;
		seen.add(identity);
		return true;
	};
	const included = input.included.filter(isNew);
	const trimmed = input.trimmed.filter(isNew);
	const excluded = input.excluded.filter(({ identity }) => isNew(identity));
	return { included, trimmed, excluded };
}
