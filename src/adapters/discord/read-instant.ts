/** Reads points in time. */
import type { Snowflake } from '#domain/ids';

const discordEpochMs = 1_420_070_400_000;

/** When a snowflake was made, in milliseconds since 1970; null when it is none. */
export function createdAtOf(id: Snowflake): number | null {
	return /^\d{1,20}$/.test(id) ? Number(BigInt(id) >> 22n) + discordEpochMs : null;
}

/** Discord's written instant in milliseconds since 1970; null when it is none. */
export function instantOf(value: unknown): number | null {
	const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(atMs) ? null : atMs;
}
