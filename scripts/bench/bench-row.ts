/** One measured figure, as the bench prints it. */

/** `median` and `p95` are in `unit`; `note` is a short remark such as a ratio to another library. */
export interface BenchRow {
	name: string;
	median: number;
	p95: number;
	unit: string;
	note?: string;
}

/** Sums up samples, which must not be empty. */
export function rowOf(name: string, unit: string, samples: readonly number[]): BenchRow {
	const sorted = [...samples].sort((left, right) => left - right);
	const at = (share: number): number =>
		sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
	return { name, median: at(0.5), p95: at(0.95), unit };
}
