/** Registers the commands at the start, and later where the start could not. */
import type { Failure } from '#domain/failure';
import type { Result } from '#lib/result';
import type { Clock } from '#ports/clock';
import type { Log } from '#ports/log';
import { errorFacts } from './discord-failure.ts';

/** What keeps trying. */
export interface KeepRegisteringOptions {
	/** One attempt; store errors may be thrown. */
	readonly register: () => Promise<Result<unknown, Failure>>;
	readonly clock: Clock;
	readonly log: Log;
	/** Aborting ends the attempts. */
	readonly signal: AbortSignal;
}

/** Milliseconds before the second attempt; doubled for every further one, up to the longest pause. */
export const firstRegisterPauseMs = 5_000;
export const registerPauseMaxMs = 300_000;

/**
 * Resolves after the first attempt and never rejects. What a later attempt may mend (the store is away, Discord is
 * unreachable) is tried again in the background; what Discord refuses is left to the next start.
 */
export async function keepRegistering(options: KeepRegisteringOptions): Promise<void> {
	if (await attempt(options)) return;
	void again(options);
}

async function again(options: KeepRegisteringOptions): Promise<void> {
	for (let pauseMs = firstRegisterPauseMs; ; pauseMs = Math.min(registerPauseMaxMs, pauseMs * 2)) {
		await options.clock.sleep(pauseMs, options.signal);
		if (options.signal.aborted || (await attempt(options))) return;
	}
}

/** True when there is nothing left to try. */
async function attempt({ register, log }: KeepRegisteringOptions): Promise<boolean> {
	try {
		const registered = await register();
		if (registered.ok) return true;
		log.warn({ failure: registered.error }, 'the slash commands could not be registered');
		return registered.error.code !== 'discord-unreachable';
	} catch (error) {
		log.warn(errorFacts(error), 'the slash commands could not be registered; trying again');
		return false;
	}
}
