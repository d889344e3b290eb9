/** Logs what went wrong beside a turn without any harm to it. */
import { StoreUnavailableError } from '#domain/store-unavailable-error';
import type { Log, LogFields } from '#ports/log';

/** A database that is away is a warning; anything else is an error of ours. */
export function logTrouble(
	log: Log,
	message: string,
	{ error, ...facts }: LogFields & { readonly error: unknown },
): void {
	if (error instanceof StoreUnavailableError) log.warn({ error, ...facts }, message);
	else log.error({ error, ...facts }, message);
}
