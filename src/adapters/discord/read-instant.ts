/** Reads points in time. */

/** Discord's written instant in milliseconds since 1970; null when it is none. */
export function instantOf(value: unknown): number | null {
	const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(atMs) ? null : atMs;
}
