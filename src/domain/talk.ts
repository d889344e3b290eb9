/** Counts of who talked with whom. */
import type { LineageId } from '#domain/ids';

/** Messages of people to a persona and of the persona to them, on one UTC day. */
export interface TalkDay {
	/** `YYYY-MM-DD`. */
	readonly day: string;
	readonly lineageId: LineageId;
	readonly messages: number;
}

/** Messages between one person and one persona; everyone with any privacy is one person without a name. */
export interface TalkPair {
	readonly lineageId: LineageId;
	readonly personId: number | null;
	readonly name: string | null;
	readonly messages: number;
}

/** The counts of one workspace. */
export interface TalkCounts {
	readonly days: readonly TalkDay[];
	/** Most messages first. */
	readonly pairs: readonly TalkPair[];
}
