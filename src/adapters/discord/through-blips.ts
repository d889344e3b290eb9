/** Repeats a request for as long as a blip of Discord lasts. */
import type { Snowflake } from '#domain/ids';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { discordFailure, errorFacts } from './discord-failure.ts';
import { untilAborted } from './until-aborted.ts';

/** Around the attempts. */
export interface BlipOptions {
	readonly clock: Clock;
	readonly log: Log;
	readonly channelId: Snowflake;
	readonly signal: AbortSignal;
}

/** Milliseconds before each further attempt when Discord could not be reached or had an error of its own. */
export const blipPausesMs: readonly number[] = [500, 1_000, 2_000, 4_000];

/**
 * The client's own repetitions follow each other at once, so that a blip of some milliseconds outlasts them. The request
 * must be harmless to repeat; rejects as the last attempt does, and as soon as the signal aborts.
 */
export async function throughBlips<T>(request: () => Promise<T>, options: BlipOptions): Promise<T> {
	const { clock, log, channelId, signal } = options;
	for (const pauseMs of blipPausesMs) {
		try {
			return await untilAborted(request(), signal);
		} catch (error) {
			if (signal.aborted || discordFailure(error).code !== 'discord-unreachable') throw error;
			log.warn({ channelId, ...errorFacts(error), retryInMs: pauseMs }, 'Discord is tried again');
			await clock.sleep(pauseMs, signal);
		}
	}
	return await untilAborted(request(), signal);
}
