/** The time inside Discord's ids. */
import type { Snowflake } from './ids.ts';

const discordEpochMs = 1_420_070_400_000;

/** When a snowflake was made, in milliseconds since 1970; null when it is none. */
export function createdAtOf(id: Snowflake): number | null {
	return /^\d{1,20}$/.test(id) ? Number(BigInt(id) >> 22n) + discordEpochMs : null;
}
