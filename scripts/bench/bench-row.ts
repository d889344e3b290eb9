/** One measured figure, as the bench prints it. */

/** What a figure should be at most, in the row's unit. */
export interface BenchTarget {
	readonly max: number;
	readonly of: 'median' | 'p95' | 'worst';
}

/** All figures are in `unit`, lower is better, NaN was not measured; `note` is a short remark such as a ratio to another library. */
export interface BenchRow {
	name: string;
	median: number;
	p95: number;
	worst: number;
	unit: string;
	target?: BenchTarget;
	note?: string;
}

/** Sums up samples; without any, the row was not measured. */
export function rowOf(name: string, unit: string, samples: readonly number[]): BenchRow {
	const sorted = [...samples].sort((left, right) => left - right);
	const at = (share: number): number =>
		sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
	return { name, median: at(0.5), p95: at(0.95), worst: sorted.at(-1) ?? Number.NaN, unit };
}

/** A row that says why there is no figure. */
export function unmeasuredRow(name: string, reason: string, target?: BenchTarget): BenchRow {
	return { ...rowOf(name, '', []), note: `not measured: ${reason}`, ...(target === undefined ? {} : { target }) };
}
