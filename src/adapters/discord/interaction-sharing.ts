/** Which of several processes with one token answers an interaction: Discord tells all of them. */
import type { Snowflake } from '#domain/ids';
import type { Log } from '#ports/log';
import { errorFacts } from './discord-failure.ts';

/** What decides it, beside Discord, which takes the first acknowledgement only. */
export interface InteractionSharing {
	/** Resolves when whoever works in the channel has had time to answer first. Never rejects. */
	giveWay(channelId: Snowflake): Promise<void>;
	/** The same, for what only another process can know of. Never rejects. */
	giveWayToOthers(): Promise<void>;
	/** True for the first of all processes that asks. */
	once(name: string): Promise<boolean>;
}

/** A single process. */
export const UNSHARED: InteractionSharing = {
	giveWay: async () => {},
	giveWayToOthers: async () => {},
	once: async () => true,
};

/**
 * Whether an acknowledged interaction is this process's to run. A repeated acknowledgement does not tell whether its
 * first attempt or another process came through, so both ask; while nobody can say, the acknowledgement stands.
 */
export async function isOursToRun(
	interactionId: Snowflake,
	{ sharing, log }: { readonly sharing?: InteractionSharing; readonly log: Log },
): Promise<boolean> {
	try {
		return await (sharing ?? UNSHARED).once(`interaction:${interactionId}`);
	} catch (error) {
		log.warn(errorFacts(error), 'whose an interaction is could not be found out');
		return true;
	}
}
